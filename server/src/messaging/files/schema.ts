import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

export const FileInfo = Type.Object({
  id: Id,
  user_id: Type.String({description: 'The id of the uploader.'}),
  post_id: Type.Optional(Type.String({description: 'Missing until the file is attached to a post.'})),
  channel_id: Type.String(),
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  name: Type.String(),
  extension: Type.String({description: 'The lower-case extension of the name, without the dot.'}),
  size: Type.Integer({description: 'Size in bytes.'}),
  mime_type: Type.String({description: 'Detected from the content, not the name.'}),
  width: Type.Integer({description: 'Displayed width of an image in pixels; otherwise 0.'}),
  height: Type.Integer({description: 'Displayed height of an image in pixels; otherwise 0.'}),
  has_preview_image: Type.Boolean(),
  mini_preview: Type.Union([Type.String(), Type.Null()], {
    description: 'A 16×16 pixel JPEG, base64-encoded; null if the file has no preview.',
  }),
  remote_id: Type.Literal(''),
  archived: Type.Boolean(),
});
