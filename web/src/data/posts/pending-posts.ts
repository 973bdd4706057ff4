import type {FileInfo} from '@mattermost/types/files';
import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {me} from '../session/session.ts';
import {insertPost} from './channel-window.ts';
import {rememberPosts} from './posts.ts';
import {insertReply} from './thread-window.ts';

/** A message that is being sent, or that couldn't be sent. */
export interface PendingPost {
  id: string;
  channelId: string;
  rootId: string;
  message: string;
  files: readonly FileInfo[];
  priority: '' | 'important' | 'urgent';
  createAt: number;
  /** The time of the channel's last known post when the message was written, by the server's clock. */
  writtenAfter: number;
  /** The server can't be reached. The message is sent when it can. */
  isWaiting?: boolean;
  /** Why the server rejected it. */
  error?: string;
}

const NONE: readonly PendingPost[] = [];
/** By channel, or by first post for replies, in the order in which they are sent. */
const $pending = atomFamily(() => atom<readonly PendingPost[]>(NONE));
/** Ids of the person's own posts that this page knows, from a response or from a live event. */
const arrived = new Set<string>();

export const placeOf = (post: {rootId: string; channelId: string}) => post.rootId || post.channelId;

/** The pending messages of a channel or a thread. */
export function usePending(placeId: string): readonly PendingPost[] {
  return useStore($pending(placeId));
}

export function pendingAt(placeId: string): readonly PendingPost[] {
  return $pending(placeId).get();
}

/** The channels and threads with pending messages. */
export function placesOfPending(): string[] {
  return [...$pending.keys()];
}

export function addPending(post: PendingPost): void {
  const $there = $pending(placeOf(post));
  $there.set([...$there.get(), post]);
}

/** Changes the pending messages of a place. */
export function changePending(placeId: string, change: (post: PendingPost) => PendingPost): void {
  const $there = $pending(placeId);
  $there.set($there.get().map(change));
}

export function discard({id}: {id: string}): void {
  for (const placeId of $pending.keys()) {
    const $there = $pending(placeId);
    const others = $there.get().filter((post) => post.id !== id);
    if (others.length < $there.get().length) $there.set(others);
  }
}

/** Replaces a pending message by its post. The live event and the response arrive in either order. */
export function settle(post: Post, pendingId: string): void {
  if (post.user_id === me().id) arrived.add(post.id);
  rememberPosts([post]);
  insertPost(post);
  insertReply(post);
  discard({id: pendingId});
}

/** Whether this page knows the post already, so that it can't be the result of an attempt without a response. */
export function hasArrived(postId: string): boolean {
  return arrived.has(postId);
}
