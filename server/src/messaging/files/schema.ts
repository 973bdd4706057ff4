import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

/** A file on the wire. */
export const FileInfo = Type.Object({
  id: Id,
  user_id: Type.String({description: 'Who uploaded it.'}),
  post_id: Type.Optional(Type.String({description: 'Absent until a post carries the file.'})),
  channel_id: Type.String(),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  name: Type.String(),
  extension: Type.String({description: 'Of the name, in lower case, without the dot.'}),
  size: Type.Integer({description: 'Bytes.'}),
  mime_type: Type.String({description: 'Told from the content, not from the name.'}),
  width: Type.Integer({description: 'Pixels of an image as it is shown, else 0.'}),
  height: Type.Integer({description: 'Pixels of an image as it is shown, else 0.'}),
  has_preview_image: Type.Boolean(),
  mini_preview: Type.Optional(Type.String({description: 'A JPEG of 16 by 16 pixels, in base64.'})),
  archived: Type.Boolean(),
});
