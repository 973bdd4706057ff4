import type {ScheduledPost, ScheduledPostErrorCode} from '@mattermost/types/schedule_post';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import type {Draft} from '../drafts/drafts.ts';
import {sendPost} from '../posts/sending-posts.ts';
import {useIsOn} from '../system/client-config.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

export type {ScheduledPost, ScheduledPostErrorCode};

const KEY = 'scheduled-posts';

/** The person's scheduled messages in a team and in direct and group channels, ordered by time. */
export function useScheduledPosts(teamId: string) {
  return useQuery({
    queryKey: [KEY, teamId],
    queryFn: () =>
      server.call<Record<string, ScheduledPost[]>>(
        `/posts/scheduled/team/${teamId}?includeDirectChannels=true`,
      ),
    enabled: useIsOn('ScheduledPosts'),
    select: (byTeam) =>
      Object.values(byTeam)
        .flat()
        .sort((one, other) => one.scheduled_at - other.scheduled_at),
  });
}

/** Schedules the draft of a channel or thread. */
export async function schedulePost(
  {channelId, rootId}: {channelId: string; rootId: string},
  {message, files, priority}: Draft,
  scheduledAt: number,
): Promise<void> {
  await server.call('/posts/schedule', {
    method: 'POST',
    body: {
      channel_id: channelId,
      root_id: rootId,
      message: message.trim(),
      file_ids: files.map(({id}) => id),
      scheduled_at: scheduledAt,
      ...(priority && rootId === '' ? {priority: {priority}} : {}),
    },
  });
  await refresh();
}

/** Changes the text or the time of a scheduled message. */
export async function changeScheduledPost(
  {id, message, file_ids, props, priority, scheduled_at}: ScheduledPost,
  change: Partial<Pick<ScheduledPost, 'message' | 'scheduled_at'>>,
): Promise<void> {
  const body = {id, message, file_ids, props, priority, scheduled_at, ...change};
  await server.call(`/posts/schedule/${id}`, {method: 'PUT', body});
  await refresh();
}

export async function deleteScheduledPost(id: string): Promise<void> {
  await server.call(`/posts/schedule/${id}`, {method: 'DELETE'});
  await refresh();
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

function refresh(): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY]});
}

/** Reloads scheduled messages when they are sent or changed elsewhere. */
export function followScheduledPosts(): void {
  for (const change of ['created', 'updated', 'deleted']) {
    onLive(`scheduled_post_${change}`, () => void refresh());
  }
  onMissedEvents(() => void refresh());
}
