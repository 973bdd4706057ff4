import type {UserThread} from '@mattermost/types/threads';
import {useInfiniteQuery} from '@tanstack/react-query';
import {flattenPages} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {loadMissingPosts} from './missing-posts.ts';
import {rememberPosts} from './posts.ts';
import {refreshThreads, THREADS} from './threads.ts';

/** A followed thread. The types of the client library don't know `last_reply_id`, which is empty if there is no reply. */
export type FollowedThread = UserThread & {last_reply_id?: string};

const PAGE = 30;

/** The threads of a team that the person follows, most recent first. */
export function useThreads(teamId: string, onlyUnread: boolean) {
  return useInfiniteQuery({
    queryKey: [THREADS, teamId, onlyUnread],
    initialPageParam: '',
    queryFn: async ({pageParam}) => {
      const list = await server.getUserThreads(me().id, teamId, {
        before: pageParam || undefined,
        perPage: PAGE + 1,
        unread: onlyUnread,
        extended: true,
      });
      rememberPosts(
        list.threads.map(({post}) => post),
        list,
      );
      const items: FollowedThread[] = list.threads.slice(0, PAGE);
      await loadMissingPosts(items.flatMap(({last_reply_id}) => last_reply_id || []));
      return {items, hasNext: list.threads.length > PAGE};
    },
    getNextPageParam: ({items, hasNext}) => (hasNext ? items.at(-1)!.id : undefined),
    select: flattenPages,
  });
}

/** Marks all threads of a team as read. */
export async function markThreadsRead(teamId: string): Promise<void> {
  await server.updateThreadsReadForUser(me().id, teamId);
  await refreshThreads();
}
