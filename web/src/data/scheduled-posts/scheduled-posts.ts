import type {ScheduledPost, ScheduledPostErrorCode} from '@mattermost/types/schedule_post';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import type {Draft} from '../drafts/drafts.ts';
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
  await refreshScheduledPosts();
}

/** Reloads scheduled messages. */
export function refreshScheduledPosts(): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY]});
}

/** Reloads scheduled messages when they are sent or changed elsewhere. */
export function followScheduledPosts(): void {
  for (const change of ['created', 'updated', 'deleted']) {
    onLive(`scheduled_post_${change}`, () => void refreshScheduledPosts());
  }
  onMissedEvents(() => void refreshScheduledPosts());
}
