import type {Post, PostList} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily, updateIfLoaded} from '../../lib/atom-family.ts';
import {isUnreachable, server} from '../../lib/server.ts';
import {collapsedThreads, loadedMembership} from '../channels/channels.ts';
import {preference} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {type ChangesDuringLoad, readWithChanges, recordAdded, recordRemoved} from './changes-during-load.ts';
import {loadedPost, receivePosts, rememberPosts, sortPostIds} from './posts.ts';

/** The loaded part of a channel. It has no gaps. */
export interface ChannelWindow {
  /** Oldest first. */
  readonly ids: readonly string[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** The direction in which loading more failed. */
  readonly failed?: 'older' | 'newer';
  /** Whether it was stored in this browser (data/offline), and the server has not confirmed it. */
  readonly isCopy?: boolean;
}

let onChange: (channelId: string) => void = () => {};

const $window = atomFamily((channelId) => {
  const $one = atom<ChannelWindow | undefined>();
  $one.listen(() => onChange(channelId));
  return $one;
});
/** Channels and directions that are being loaded, so that none is loaded twice at the same time. */
const reading = new Set<string>();
const PAGE = 60;

type Direction = 'older' | 'newer';

function getEdge(window: ChannelWindow | undefined, direction: Direction): string | undefined {
  return direction === 'older' ? window?.ids[0] : window?.ids.at(-1);
}

export function useChannelWindow(channelId: string): ChannelWindow | undefined {
  return useStore($window(channelId));
}

export function loadedWindow(channelId: string): ChannelWindow | undefined {
  return $window(channelId).get();
}

export function discardWindow(channelId: string): void {
  $window(channelId).set(undefined);
}

/** Discards all channels except this one, and what is being loaded for them, because events were missed. */
export function discardOtherWindows(openChannelId: string | undefined): void {
  for (const channelId of $window.keys()) {
    if (channelId === openChannelId) continue;
    openings.delete(channelId);
    starts.delete(channelId);
    discardWindow(channelId);
  }
}

/** Calls `listener` after each change of the loaded part of a channel. */
export function followWindows(listener: (channelId: string) => void): void {
  onChange = listener;
}

/** Shows messages that are stored in this browser until the server's are loaded. The posts must already be loaded. */
export function showCopiedWindow(channelId: string, ids: readonly string[], hasOlder: boolean): void {
  if ($window(channelId).get()) return;
  $window(channelId).set({ids, hasOlder, hasNewer: false, isCopy: true});
}

async function receiveIds(list: PostList): Promise<string[]> {
  await receivePosts(list);
  return list.order.toReversed();
}

/** Applies the live events that arrived while the window was loading. */
function withChanges(window: ChannelWindow, {added, removed}: ChangesDuringLoad): ChannelWindow {
  const isMissing = (id: string) => !window.ids.includes(id);
  const missing = window.hasNewer ? [] : [...added].filter(isMissing);
  if (missing.length === 0 && removed.size === 0) return window;
  return {...window, ids: sortPostIds([...window.ids, ...missing]).filter((id) => !removed.has(id))};
}

/** The latest request to open each channel, while it is loading. */
const openings = new Map<string, Promise<unknown>>();
/** Channels that are being loaded where the person starts to read. */
const starts = new Map<string, Promise<void>>();

/** Resolves when the channels that are being loaded now are loaded. */
export async function openingsSettled(): Promise<void> {
  await Promise.allSettled(openings.values());
}

async function open(channelId: string, read: () => Promise<ChannelWindow>): Promise<void> {
  const opening = readWithChanges(channelId, read);
  openings.set(channelId, opening);
  try {
    const [window, changes] = await opening;
    // If the channel was opened again, the later request wins.
    if (openings.get(channelId) !== opening) return;
    $window(channelId).set(withChanges(window, changes));
  } catch (error) {
    if (loadedWindow(channelId)?.isCopy && !isUnreachable(error)) discardWindow(channelId);
    throw error;
  } finally {
    if (openings.get(channelId) === opening) openings.delete(channelId);
  }
}

/** Loads a channel where the person starts to read. If it is already being loaded in advance, waits for that. */
export function openAtStart(channelId: string): Promise<void> {
  const known = starts.get(channelId);
  if (known) return known;
  const atNewest = preference('advanced_settings', 'unread_scroll_position', '') === 'start_from_newest';
  // Nothing is unread in a channel that the person isn't a member of.
  const opensAtEnd = atNewest || !loadedMembership(channelId);
  const start = (opensAtEnd ? openAtEnd : openAtUnread)(channelId).finally(() => {
    if (starts.get(channelId) === start) starts.delete(channelId);
  });
  starts.set(channelId, start);
  return start;
}

/** Loads a channel around its first unread post, or at its end if everything is read. */
function openAtUnread(channelId: string): Promise<void> {
  const half = PAGE / 2;
  return open(channelId, async () => {
    const list = await server.getPostsUnread(channelId, me().id, half, half, true, collapsedThreads());
    return {
      ids: await receiveIds(list),
      hasOlder: list.prev_post_id !== '',
      hasNewer: list.next_post_id !== '',
    };
  });
}

/** Loads the end of a channel. */
export function openAtEnd(channelId: string): Promise<void> {
  return open(channelId, async () => {
    const list = await server.getPosts(channelId, 0, PAGE, true, collapsedThreads());
    return {ids: await receiveIds(list), hasOlder: list.prev_post_id !== '', hasNewer: false};
  });
}

/** A post with the people in its thread, who are only shown if threads are collapsed. Replies have none. */
async function readWithPeople(postId: string, collapsed: boolean): Promise<Post> {
  const root = collapsed ? (await server.getPostThread(postId, false, true)).posts[postId] : undefined;
  return root ?? server.getPost(postId);
}

/** Loads a channel around one of its posts. */
export function openAround(channelId: string, postId: string): Promise<void> {
  const collapsed = collapsedThreads();
  return open(channelId, async () => {
    const [post, older, newer] = await Promise.all([
      readWithPeople(postId, collapsed),
      server.getPostsBefore(channelId, postId, 0, PAGE / 2, true, collapsed),
      server.getPostsAfter(channelId, postId, 0, PAGE / 2, true, collapsed),
    ]);
    rememberPosts([post]);
    return {
      ids: sortPostIds([...(await receiveIds(older)), post.id, ...(await receiveIds(newer))]),
      hasOlder: older.prev_post_id !== '',
      hasNewer: newer.next_post_id !== '',
    };
  });
}

/** Loads another page in one direction, if there is one and it isn't already loading. */
export async function loadMorePosts(channelId: string, direction: Direction): Promise<void> {
  const window = $window(channelId).get();
  const inProgress = `${channelId} ${direction}`;
  const edge = getEdge(window, direction);
  const hasMore = direction === 'older' ? window?.hasOlder : window?.hasNewer;
  if (!window || !hasMore || edge === undefined || reading.has(inProgress)) return;
  reading.add(inProgress);
  try {
    const read = direction === 'older' ? server.getPostsBefore : server.getPostsAfter;
    const [{list, ids}, changes] = await readWithChanges(channelId, async () => {
      const page = await read(channelId, edge, 0, PAGE, true, collapsedThreads());
      return {list: page, ids: await receiveIds(page)};
    });
    updateIfLoaded($window(channelId), (now) => {
      // If another part of the channel was opened in the meantime, this page doesn't fit.
      if (getEdge(now, direction) !== edge) return now;
      const reached =
        direction === 'older' ? {hasOlder: list.prev_post_id !== ''} : {hasNewer: list.next_post_id !== ''};
      const longer = {...now, failed: undefined, ids: sortPostIds([...now.ids, ...ids]), ...reached};
      return withChanges(longer, changes);
    });
  } catch {
    updateIfLoaded($window(channelId), (now) =>
      getEdge(now, direction) === edge ? {...now, failed: direction} : now,
    );
  } finally {
    reading.delete(inProgress);
  }
}

/** Adds a new post, if the end of the channel is loaded. */
export function insertPost(post: Post): void {
  const isNew = recordAdded(post.channel_id, post);
  updateIfLoaded($window(post.channel_id), (window) =>
    !isNew || window.hasNewer || window.ids.includes(post.id)
      ? window
      : {...window, ids: sortPostIds([...window.ids, post.id])},
  );
}

export function removePost(channelId: string, postId: string): void {
  recordRemoved(channelId, postId);
  updateIfLoaded($window(channelId), (window) => ({
    ...window,
    ids: window.ids.filter((id) => id !== postId),
  }));
}

/** The maximum number of changes in a response. If there are more, the channel is loaded again. */
const MAX_CHANGES = 1000;

/**
 * Loads what changed in a channel while there were no events of it, without moving the list.
 *
 * @param knownIds The posts that were loaded before the events began; by default all that are loaded.
 */
export async function catchUp(channelId: string, knownIds?: readonly string[]): Promise<void> {
  // The response to an opening that is still loading may be older than the connection. Its caller handles its
  // failure.
  await openings.get(channelId)?.catch(() => {});
  const window = $window(channelId).get();
  // A copy is replaced completely.
  if (!window || window.isCopy) return;
  const known = (knownIds ?? window.ids).map((id) => loadedPost(id)).filter((post) => post !== undefined);
  const since = Math.max(0, ...known.map((post) => post.update_at));
  const [list, changes] = await readWithChanges(channelId, () =>
    server.getPostsSince(channelId, since, true, collapsedThreads()),
  );
  if (list.order.length >= MAX_CHANGES) return openAtEnd(channelId);
  const changed = Object.values(list.posts);
  rememberPosts(changed);
  const deleted = changed.filter((post) => post.delete_at > 0).map(({id}) => id);
  const gone = new Set([...deleted, ...changes.removed]);
  const end = known.at(-1)?.create_at ?? 0;
  // Posts older than the end were only edited. They are in the window already, or don't belong in it.
  const fresh = list.order.filter((id) => !gone.has(id) && loadedPost(id)!.create_at >= end);
  updateIfLoaded($window(channelId), (now) => ({
    ...now,
    ids: sortPostIds([...now.ids.filter((id) => !gone.has(id)), ...(now.hasNewer ? [] : fresh)]),
  }));
}
