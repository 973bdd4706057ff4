import Type from 'typebox';
import {Id, line, looseId, Millis} from '../../../platform/http/wire.ts';

/** An upload under way, on the wire. */
export const UploadSession = Type.Object({
  id: Id,
  type: Type.Enum(['attachment', 'import']),
  create_at: Millis,
  user_id: Id,
  channel_id: Type.String({description: 'Empty for a file to import.'}),
  filename: Type.String(),
  file_size: Type.Integer({description: 'Bytes that the whole file has.'}),
  file_offset: Type.Integer({description: 'Bytes that have arrived: go on from here.'}),
});

/** Body of `POST /uploads`. */
export const NewUploadSession = Type.Object({
  type: Type.Optional(
    Type.Enum(['', 'attachment', 'import'], {
      description:
        'An attachment of a post, unless it is a file for the bulk import: for system administrators.',
    }),
  ),
  channel_id: Type.Optional(looseId('Where the attachment is to be posted.')),
  filename: line(),
  file_size: Type.Integer(),
});
