import {server} from '../../lib/server.ts';
import type {Draft} from '../drafts/drafts.ts';
import {sendPost} from '../posts/sending-posts.ts';
import {refreshScheduledPosts, type ScheduledPost} from './scheduled-posts.ts';

/** Changes the text or the time of a scheduled message. */
export async function changeScheduledPost(
  {id, message, file_ids, props, priority, scheduled_at}: ScheduledPost,
  change: Partial<Pick<ScheduledPost, 'message' | 'scheduled_at'>>,
): Promise<void> {
  const body = {id, message, file_ids, props, priority, scheduled_at, ...change};
  await server.call(`/posts/schedule/${id}`, {method: 'PUT', body});
  await refreshScheduledPosts();
}

export async function deleteScheduledPost(id: string): Promise<void> {
  await server.call(`/posts/schedule/${id}`, {method: 'DELETE'});
  await refreshScheduledPosts();
}

/** Sends a scheduled message now. Deletes it first, so that it can't be sent twice. */
export async function sendScheduledPostNow(post: ScheduledPost): Promise<void> {
  await deleteScheduledPost(post.id);
  sendPost({
    channelId: post.channel_id,
    rootId: post.root_id,
    message: post.message,
    files: post.metadata?.files ?? [],
    priority: ((post.priority as {priority?: Draft['priority']} | undefined)?.priority ??
      '') as Draft['priority'],
  });
}
