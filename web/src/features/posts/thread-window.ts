import type {Post} from '@mattermost/types/posts';
import {server} from '../../lib/server.ts';
import {createKeyedStore, useKeyed} from '../../lib/store.ts';
import {collapsedThreads} from '../channels/channels.ts';
import {changePost, comparePosts, knownPost, rememberPosts} from './posts.ts';

/** Ids of the posts of the threads that have been opened, the first post first. By the first post's id. */
const threads = createKeyedStore<readonly string[]>();

export function useThreadIds(rootId: string): readonly string[] | undefined {
  return useKeyed(threads, rootId);
}

export function knownThreadIds(rootId: string): readonly string[] | undefined {
  return threads.get(rootId);
}

/** Reads a whole thread. */
export async function openThread(rootId: string): Promise<void> {
  const list = await server.getPostThread(rootId, true, collapsedThreads());
  const posts = Object.values(list.posts);
  rememberPosts(posts);
  threads.set(
    rootId,
    posts.sort(comparePosts).map(({id}) => id),
  );
}

/** Puts a new reply at the end of its thread, and counts it at the first post. */
export function insertReply(post: Post): void {
  if (post.root_id === '') return;
  const ids = threads.get(post.root_id);
  if (ids && !ids.includes(post.id)) {
    const all = [...ids, post.id].map((id) => knownPost(id)).filter((one) => one !== undefined);
    threads.set(
      post.root_id,
      all.sort(comparePosts).map(({id}) => id),
    );
  }
  changePost(post.root_id, (root) => ({
    ...root,
    reply_count: Math.max(root.reply_count, post.reply_count),
    last_reply_at: Math.max(root.last_reply_at ?? 0, post.create_at),
  }));
}

export function removeReply(post: Post): void {
  if (post.root_id === '') return;
  const ids = threads.get(post.root_id);
  if (ids?.includes(post.id)) {
    threads.set(
      post.root_id,
      ids.filter((id) => id !== post.id),
    );
  }
  changePost(post.root_id, (root) => ({...root, reply_count: Math.max(0, root.reply_count - 1)}));
}

/** Reads anew the threads that are open, after events were lost. */
export async function catchUpThreads(): Promise<void> {
  const open = [...threads.keys()];
  await Promise.all(open.map((rootId) => openThread(rootId).catch(() => threads.delete(rootId))));
}
