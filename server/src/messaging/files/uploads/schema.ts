import Type from 'typebox';
import {Id, Millis} from '../../../platform/http/wire.ts';

/** An upload under way, on the wire. */
export const UploadSession = Type.Object({
  id: Id,
  type: Type.Literal('attachment'),
  create_at: Millis,
  user_id: Id,
  channel_id: Id,
  filename: Type.String(),
  file_size: Type.Integer({description: 'Bytes that the whole file has.'}),
  file_offset: Type.Integer({description: 'Bytes that have arrived: go on from here.'}),
});

/** Body of `POST /uploads`. */
export const NewUploadSession = Type.Object({
  type: Type.Optional(Type.Enum(['', 'attachment'])),
  channel_id: Id,
  filename: Type.String(),
  file_size: Type.Integer(),
});
