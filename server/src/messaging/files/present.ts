import type {Static} from 'typebox';
import type {FileInfo} from './schema.ts';
import type {FileInfoRow} from './store.ts';

export function presentFileInfo(row: FileInfoRow): Static<typeof FileInfo> {
  return {
    id: row.id,
    user_id: row.creatorid,
    ...(row.postid ? {post_id: row.postid} : {}),
    channel_id: row.channelid,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    name: row.name,
    extension: row.extension,
    size: row.size,
    mime_type: row.mimetype,
    width: row.width,
    height: row.height,
    has_preview_image: row.haspreviewimage,
    mini_preview: row.minipreview ? row.minipreview.toString('base64') : null,
    remote_id: '',
    archived: row.archived,
  };
}
