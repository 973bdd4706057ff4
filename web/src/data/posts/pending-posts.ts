import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {me} from '../session/session.ts';
import {insertPost} from './channel-window.ts';
import {forgetUnsent, type PendingPost, storeUnsent} from './outbox.ts';
import {rememberPosts} from './posts.ts';
import {keepRowKey} from './row-keys.ts';
import {insertReply} from './thread-window.ts';

const NONE: readonly PendingPost[] = [];
/** By channel, or by first post for replies, in the order they are sent. */
const $pending = atomFamily(() => atom<readonly PendingPost[]>(NONE));
/** Ids of the person's own posts that have arrived in a response or a live event. */
const arrived = new Set<string>();

export const getPlaceId = (post: {rootId: string; channelId: string}) => post.rootId || post.channelId;

/** The pending messages of a channel or a thread. */
export function usePending(placeId: string): readonly PendingPost[] {
  return useStore($pending(placeId));
}

export function pendingAt(placeId: string): readonly PendingPost[] {
  return $pending(placeId).get();
}

/** The channels and threads that have pending messages. */
export function placesOfPending(): string[] {
  return [...$pending.keys()];
}

export function addPending(post: PendingPost): void {
  storeUnsent(post);
  showPending(post);
}

/** Shows a message that is already stored at its position among the others, or updates its state. */
export function showPending(post: PendingPost): void {
  const $there = $pending(getPlaceId(post));
  const others = $there.get().filter(({id}) => id !== post.id);
  $there.set([...others, post].toSorted((a, b) => a.createAt - b.createAt));
}

/** Changes the pending messages of a place. */
export function changePending(placeId: string, change: (post: PendingPost) => PendingPost): void {
  const $there = $pending(placeId);
  const before = $there.get();
  const after = before.map(change);
  for (const [index, post] of after.entries()) if (post !== before[index]) storeUnsent(post);
  $there.set(after);
}

export function discard({id}: {id: string}): void {
  forgetUnsent(id);
  hidePending(id);
}

/** Removes a message that another tab has sent or discarded from the page. */
export function hidePending(id: string): void {
  for (const placeId of $pending.keys()) {
    const $there = $pending(placeId);
    const others = $there.get().filter((post) => post.id !== id);
    if (others.length < $there.get().length) $there.set(others);
  }
}

/** Replaces a pending message with its post. The live event may arrive before or after the response. */
export function replacePending(post: Post, pendingId: string): void {
  if (post.user_id === me().id) arrived.add(post.id);
  // The ids of messages from elsewhere may not be unique.
  const place = pendingAt(getPlaceId({rootId: post.root_id, channelId: post.channel_id}));
  if (place.some(({id}) => id === pendingId)) keepRowKey(post.id, pendingId);
  rememberPosts([post]);
  insertPost(post);
  insertReply(post);
  if (post.user_id === me().id) discard({id: pendingId});
}

/** Whether the post was already received, so that it can't be the result of an attempt without a response. */
export function hasArrived(postId: string): boolean {
  return arrived.has(postId);
}
