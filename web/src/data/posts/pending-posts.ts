import type {FileInfo} from '@mattermost/types/files';
import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {me} from '../session/session.ts';
import {insertPost} from './channel-window.ts';
import {rememberPosts} from './posts.ts';
import {insertReply} from './thread-window.ts';

/** A message that is on its way, or did not get through. */
export interface PendingPost {
  id: string;
  channelId: string;
  rootId: string;
  message: string;
  files: readonly FileInfo[];
  priority: '' | 'important' | 'urgent';
  createAt: number;
  /** The time of the last post of its channel that was known when it was written, by the server's clock. */
  writtenAfter: number;
  /** The server cannot be reached: it is sent when that has changed. */
  isWaiting?: boolean;
  /** Why the server has refused it. */
  error?: string;
}

const NONE: readonly PendingPost[] = [];
/** By channel, or by root for replies; in the order in which they are sent. */
const $pending = atomFamily(() => atom<readonly PendingPost[]>(NONE));
/** Ids of the person's own posts of which this page was told, be it by an answer or by an event. */
const heardOf = new Set<string>();

export const placeOf = (post: {rootId: string; channelId: string}) => post.rootId || post.channelId;

/** What is on its way into a channel, or into a thread. */
export function usePending(placeId: string): readonly PendingPost[] {
  return useStore($pending(placeId));
}

export function pendingAt(placeId: string): readonly PendingPost[] {
  return $pending(placeId).get();
}

/** The channels and threads into which something has been sent. */
export function placesOfPending(): string[] {
  return [...$pending.keys()];
}

export function addPending(post: PendingPost): void {
  const $there = $pending(placeOf(post));
  $there.set([...$there.get(), post]);
}

/** Changes what is on its way into a place. */
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

/** Puts the post in the place of the message that it has become. Its event and the answer come in either order. */
export function settle(post: Post, pendingId: string): void {
  if (post.user_id === me().id) heardOf.add(post.id);
  rememberPosts([post]);
  insertPost(post);
  insertReply(post);
  discard({id: pendingId});
}

/** Whether this page was told of a post of the person's own: it is not what an unanswered attempt has become. */
export function wasHeardOf(postId: string): boolean {
  return heardOf.has(postId);
}
