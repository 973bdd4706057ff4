import Type from 'typebox';
import {Id, line, looseId, Millis, urlText, word} from '../../platform/http/wire.ts';
import {FileInfo} from '../files/schema.ts';

export const Bookmark = Type.Object({
  id: Id,
  create_at: Millis,
  update_at: Millis,
  delete_at: Millis,
  channel_id: Id,
  owner_id: Id,
  file_id: Type.String(),
  file: Type.Optional(FileInfo),
  display_name: Type.String(),
  sort_order: Type.Integer(),
  link_url: Type.Optional(Type.String()),
  image_url: Type.Optional(Type.String()),
  emoji: Type.Optional(Type.String()),
  type: Type.String(),
  original_id: Type.Optional(Type.String()),
  parent_id: Type.Optional(Type.String()),
});

const fields = {
  file_id: looseId('A file that you uploaded to the channel and have not posted; only for the type file.'),
  display_name: line('At most 64 characters.'),
  link_url: urlText('A URL that starts with http:// or https://.'),
  image_url: urlText('The URL of an image to show next to the name.'),
  emoji: word('The name of an emoji to show next to the name.'),
};

export const NewBookmark = Type.Object({
  display_name: fields.display_name,
  type: Type.Enum(['link', 'file']),
  file_id: Type.Optional(fields.file_id),
  link_url: Type.Optional(fields.link_url),
  image_url: Type.Optional(fields.image_url),
  emoji: Type.Optional(fields.emoji),
});

export const BookmarkPatch = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  type: Type.Optional(word('Must be that of the bookmark.')),
  sort_order: Type.Optional(
    Type.Integer({description: 'Must equal the current sort order. Use the sort order route to change it.'}),
  ),
});
