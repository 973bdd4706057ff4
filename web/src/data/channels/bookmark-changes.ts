import type {
  ChannelBookmark,
  ChannelBookmarkCreate,
  ChannelBookmarkPatch,
} from '@mattermost/types/channel_bookmarks';
import type {ServerChannel} from '@mattermost/types/channels';
import {server} from '../../lib/server.ts';
import {connectionId} from '../system/live.ts';
import {refreshBookmarks, setBookmarks} from './bookmarks.ts';
import {useHasChannelPermission} from './channels.ts';

/** Whether the person can change the bookmarks of a channel in this way. In a direct channel, every member can. */
export function useMayBookmark(
  channel: Pick<ServerChannel, 'id' | 'type' | 'delete_at'>,
  act: 'add' | 'edit' | 'delete' | 'order',
): boolean {
  const kind = channel.type === 'P' ? 'private' : 'public';
  const may = useHasChannelPermission(channel.id, `${act}_bookmark_${kind}_channel`);
  return channel.delete_at === 0 && (may || channel.type === 'D' || channel.type === 'G');
}

export async function addBookmark(channelId: string, bookmark: ChannelBookmarkCreate): Promise<void> {
  await server.createChannelBookmark(channelId, bookmark, connectionId());
  await refreshBookmarks();
}

/** Uploads a file to the channel and adds a bookmark for it. */
export async function addFileBookmark(channelId: string, file: File, name: string): Promise<void> {
  const form = new FormData();
  form.append('channel_id', channelId);
  form.append('files', file, file.name);
  const {file_infos} = await server.uploadFile(form, true);
  await addBookmark(channelId, {type: 'file', display_name: name, file_id: file_infos[0]!.id});
}

export async function editBookmark(
  {channel_id, id}: ChannelBookmark,
  patch: ChannelBookmarkPatch,
): Promise<void> {
  await server.updateChannelBookmark(channel_id, id, patch, connectionId());
  await refreshBookmarks();
}

export async function deleteBookmark({channel_id, id}: ChannelBookmark): Promise<void> {
  await server.deleteChannelBookmark(channel_id, id, connectionId());
  await refreshBookmarks();
}

/** Moves a bookmark to a position, starting at 0. `ids` is the new order, which is shown immediately. */
export async function moveBookmark(
  channelId: string,
  bookmarks: readonly ChannelBookmark[],
  id: string,
  ids: readonly string[],
): Promise<void> {
  setBookmarks(
    channelId,
    ids.map((one) => bookmarks.find((bookmark) => bookmark.id === one)!),
  );
  try {
    await server.updateChannelBookmarkSortOrder(channelId, id, ids.indexOf(id), connectionId());
  } finally {
    await refreshBookmarks();
  }
}
