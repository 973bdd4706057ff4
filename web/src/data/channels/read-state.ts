import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom, computed} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {followPageActivity, isPageActive} from '../../lib/page-activity.ts';
import {server} from '../../lib/server.ts';
import {isOwnPost} from '../session/own-post.ts';
import {
  areMembershipsLoading,
  changeChannel,
  changeMembership,
  collapsedThreads,
  loadedChannel,
  loadedMembership,
  refreshMemberships,
} from './channels.ts';
import {getUnread} from './unread.ts';

/** The open channel. */
export const $openChannel = atom<string | undefined>(undefined);
const $isOpen = atomFamily((id) => computed($openChannel, (openId) => openId === id));
/** Whether its latest post is in view. */
let isAtEnd = true;

/** Sets the open channel. Returns a function that unsets it. */
export function setOpenChannel(channelId: string): () => void {
  $openChannel.set(channelId);
  isAtEnd = true;
  return () => {
    if ($openChannel.get() === channelId) $openChannel.set(undefined);
  };
}

/** Sets whether the latest posts of the open channel are in view. */
export function setAtEnd(atEnd: boolean): void {
  isAtEnd = atEnd;
  if (atEnd) readOpenChannel();
}

/** Whether the channel is the open one. Renders only the two channels that a change concerns. */
export function useIsOpenChannel(channelId: string): boolean {
  return useStore($isOpen(channelId));
}

/** Whether the latest posts of the open channel are in view. */
export function isAtEndOfOpenChannel(): boolean {
  return isAtEnd;
}

/** Whether the person is looking at the latest posts of the channel. */
export function isBeingRead(channelId: string): boolean {
  const isOpen = channelId === $openChannel.get() && isAtEnd;
  return isOpen && isPageActive();
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
/** In milliseconds. New posts within this time cause only one call. */
const BATCH_MILLIS = 300;

/** Marks a channel as read, here and on the server. */
export function markRead(channelId: string): void {
  showAsRead(channelId, Date.now());
  if (waiting.has(channelId)) return;
  waiting.set(
    channelId,
    setTimeout(() => {
      waiting.delete(channelId);
      // If the call fails, the channel is unread again after a reload.
      server.viewMyChannel(channelId).catch(() => {});
    }, BATCH_MILLIS),
  );
}

function readOpenChannel(): void {
  const channelId = $openChannel.get();
  if (!channelId || !isBeingRead(channelId)) return;
  const {isUnread} = getUnread(loadedChannel(channelId), loadedMembership(channelId), false);
  if (isUnread) markRead(channelId);
}

/** Marks the open channel as read when the person returns to the page. */
export function markReadOnReturn(): () => void {
  return followPageActivity(readOpenChannel);
}

/** Types of posts that the unread counts leave out. */
const UNCOUNTED = /^system_(?:join|leave|add|remove)_/;

/** Whether the counts of the channel include the post: each post of a channel is later than those before it. */
const isCounted = (post: Post, channel: ServerChannel | undefined) =>
  (channel?.last_post_at ?? 0) >= post.create_at;

/** Counts a new post. `isRead` if the person is looking at its channel. */
export function countPost(post: Post, {isMention, isRead}: {isMention: boolean; isRead: boolean}): void {
  const isRoot = post.root_id === '' ? 1 : 0;
  const counts = UNCOUNTED.test(post.type) ? 0 : 1;
  const wasCounted = isCounted(post, loadedChannel(post.channel_id));
  changeChannel(post.channel_id, (channel) =>
    isCounted(post, channel)
      ? channel
      : {
          ...channel,
          total_msg_count: channel.total_msg_count + counts,
          total_msg_count_root: channel.total_msg_count_root + counts * isRoot,
          last_post_at: post.create_at,
        },
  );
  // Like on the server, the person has read the channel up to an own message, but not to a reply in a thread.
  const readsChannel = isOwnPost(post) && !(post.root_id !== '' && collapsedThreads());
  if (readsChannel || isRead) showAsRead(post.channel_id, post.create_at);
  // The membership doesn't tell whether it includes the mention.
  else if (isMention && (wasCounted || areMembershipsLoading())) void refreshMemberships();
  else if (isMention) {
    changeMembership(post.channel_id, (membership) => ({
      ...membership,
      mention_count: membership.mention_count + 1,
      mention_count_root: membership.mention_count_root + isRoot,
    }));
  }
}

/** Shows a channel as read up to a time. */
export function showAsRead(channelId: string, at: number): void {
  const channel = loadedChannel(channelId);
  if (!channel) return;
  changeMembership(channelId, (membership) => ({
    ...membership,
    msg_count: channel.total_msg_count,
    msg_count_root: channel.total_msg_count_root,
    mention_count: 0,
    mention_count_root: 0,
    urgent_mention_count: 0,
    last_viewed_at: Math.max(at, membership.last_viewed_at),
  }));
}
