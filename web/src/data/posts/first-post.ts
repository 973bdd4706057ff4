import type {Post, PostList} from '@mattermost/types/posts';
import {server} from '../../lib/server.ts';
import {collapsedThreads} from '../channels/channels.ts';
import {preference} from '../preferences/preferences.ts';
import {receiveList} from './post-lists.ts';
import {isJoinLeave} from './post-rows.ts';
import {loadedPost} from './posts.ts';

/** How many posts to look through for one that the list shows. */
const MAX_HIDDEN = 60;

/**
 * The id of the first message that a channel shows at or after a time in milliseconds. If there is none, of its latest
 * message; undefined for an empty channel.
 */
export async function findFirstPost(channelId: string, from: number): Promise<string | undefined> {
  const list = await server.call<PostList>(
    `/channels/${channelId}/posts?from_create_at=${from}&per_page=${MAX_HIDDEN}&collapsedThreads=${collapsedThreads()}`,
  );
  const ids = receiveList(list).toReversed();
  if (ids.length === 0) {
    return receiveList(await server.getPosts(channelId, 0, 1, true, collapsedThreads()))[0];
  }
  const withJoinLeave = preference('advanced_settings', 'join_leave', 'true') !== 'false';
  const isShown = ({type}: Post) => withJoinLeave || !isJoinLeave(type);
  return ids.find((id) => isShown(loadedPost(id)!)) ?? ids[0];
}
