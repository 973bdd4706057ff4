import Type from 'typebox';
import {Id, line, looseId, Millis} from '../../../platform/http/wire.ts';

export const UploadSession = Type.Object({
  id: Id,
  type: Type.Enum(['attachment', 'import']),
  create_at: Millis,
  user_id: Id,
  channel_id: Type.String({description: 'Empty for a file to import.'}),
  filename: Type.String(),
  file_size: Type.Integer({description: 'Size of the whole file in bytes.'}),
  file_offset: Type.Integer({description: 'Bytes received so far. Continue from this offset.'}),
});

export const NewUploadSession = Type.Object({
  type: Type.Optional(
    Type.Enum(['', 'attachment', 'import'], {
      description:
        '`attachment` for a file to post (the default), or `import` for a bulk import file, which requires a system administrator.',
    }),
  ),
  channel_id: Type.Optional(looseId('The channel in which the file will be posted.')),
  filename: line(),
  file_size: Type.Integer(),
});
