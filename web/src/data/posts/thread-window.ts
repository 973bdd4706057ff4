import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily, updateIfLoaded} from '../../lib/atom-family.ts';
import {isNotFound, server} from '../../lib/server.ts';
import {collapsedThreads} from '../channels/channels.ts';
import {readWithChanges, recordAdded, recordRemoved} from './changes-during-load.ts';
import {changePost, receivePosts, sortPostIds} from './posts.ts';

/** Ids of the posts of opened threads, in order, by the id of the first post. */
const $thread = atomFamily(() => atom<readonly string[] | undefined>());

export function useThreadIds(rootId: string): readonly string[] | undefined {
  return useStore($thread(rootId));
}

export function knownThreadIds(rootId: string): readonly string[] | undefined {
  return $thread(rootId).get();
}

/** Threads that are being opened, by the id of the first post. */
const openings = new Map<string, Promise<void>>();

/**
 * Loads a thread that isn't loaded. Live events keep loaded threads up to date. If the thread is already being loaded,
 * waits for that.
 */
export async function openThread(rootId: string): Promise<void> {
  if (knownThreadIds(rootId) !== undefined) return;
  const opening = openings.get(rootId) ?? loadThread(rootId).finally(() => openings.delete(rootId));
  openings.set(rootId, opening);
  await opening;
}

async function loadThread(rootId: string): Promise<void> {
  const [list, {added, removed}] = await readWithChanges(rootId, async () => {
    const thread = await server.getPostThread(rootId, true, collapsedThreads());
    await receivePosts(thread);
    return thread;
  });
  const ids = [...Object.keys(list.posts), ...added].filter((id) => !removed.has(id));
  $thread(rootId).set(sortPostIds(ids));
}

/** Adds a new reply to its thread, and updates the reply count and the participants of the first post. */
export function insertReply(post: Post): void {
  if (post.root_id === '') return;
  const isNew = recordAdded(post.root_id, post);
  updateIfLoaded($thread(post.root_id), (ids) =>
    !isNew || ids.includes(post.id) ? ids : sortPostIds([...ids, post.id]),
  );
  changePost(post.root_id, (root) => ({
    ...root,
    reply_count: Math.max(root.reply_count, post.reply_count),
    last_reply_at: Math.max(root.last_reply_at ?? 0, post.create_at),
    participants: addParticipant(root, post.user_id),
  }));
}

/** The people who have replied to a thread, as in the first post's `participants`, with one more at the end. */
function addParticipant({participants}: Post, userId: string): readonly {id: string}[] {
  const known: {id: string}[] = Array.isArray(participants) ? participants : [];
  return known.some(({id}) => id === userId) ? known : [...known, {id: userId}];
}

export function removeReply(post: Post): void {
  if (post.root_id === '') return;
  recordRemoved(post.root_id, post.id);
  updateIfLoaded($thread(post.root_id), (ids) =>
    ids.includes(post.id) ? ids.filter((id) => id !== post.id) : ids,
  );
}

/** Removes the replies of a deleted thread. */
export function removeThread(rootId: string): void {
  updateIfLoaded($thread(rootId), () => [rootId]);
}

/** Reloads the opened threads after missed events, and removes deleted ones. */
export async function catchUpThreads(): Promise<void> {
  await Promise.all(
    [...$thread.keys()]
      .filter((rootId) => $thread(rootId).get() !== undefined)
      .map((rootId) =>
        loadThread(rootId).catch((error) => {
          if (isNotFound(error)) $thread(rootId).set(undefined);
        }),
      ),
  );
}
