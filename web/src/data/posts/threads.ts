import type {Post} from '@mattermost/types/posts';
import type {UserThread} from '@mattermost/types/threads';
import {useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {flattenPages} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {loadedPost, rememberPosts} from './posts.ts';

/** A followed thread. The types of the client library don't know `last_reply_id`, which is empty if there is no reply. */
export type FollowedThread = UserThread & {last_reply_id?: string};

const KEY = 'threads';
const PAGE = 30;

/** The threads of a team that the person follows, most recent first. */
export function useThreads(teamId: string, onlyUnread: boolean) {
  return useInfiniteQuery({
    queryKey: [KEY, teamId, onlyUnread],
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
      await loadReplies(items.flatMap(({last_reply_id}) => last_reply_id || []));
      return {items, hasNext: list.threads.length > PAGE};
    },
    getNextPageParam: ({items, hasNext}) => (hasNext ? items.at(-1)!.id : undefined),
    select: flattenPages,
  });
}

/** Loads these replies, unless they are known. Live events keep them up to date. */
async function loadReplies(ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !loadedPost(id));
  // The list is useful without them.
  if (missing.length > 0) rememberPosts(await server.getPostsByIds(missing).catch(() => []));
}

/** The number of unread threads and the number of mentions in them. */
export function useThreadTotals(teamId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [KEY, teamId, 'totals'],
    queryFn: () => server.getUserThreads(me().id, teamId, {totalsOnly: true}),
  });
}

/** What a person has read of a followed thread. */
interface ReadState {
  /** Replies after this time are new to the person; 0 if none are. */
  newAfter: number;
  /** The person has read everything until this time; 0 if something is unread. */
  readUntil: number;
}

/** What the person has read of this followed thread. If it is already being loaded, waits for that. */
export function loadReadState(teamId: string, root: Pick<Post, 'id' | 'create_at'>): Promise<ReadState> {
  return queries.fetchQuery({
    queryKey: [KEY, teamId, 'readState', root.id],
    queryFn: async () => {
      const thread = await server.getUserThread(me().id, teamId, root.id);
      const {unread_replies, unread_mentions, last_viewed_at, last_reply_at} = thread;
      // The latest reply may have been deleted. Until the person opens the thread, it counts as unread.
      const isRead = unread_mentions === 0 && last_reply_at <= last_viewed_at;
      return {
        // A person who was mentioned follows the thread without having seen it.
        newAfter: unread_replies > 0 ? Math.max(last_viewed_at, root.create_at) : 0,
        readUntil: isRead ? last_viewed_at : 0,
      };
    },
  });
}

/** Marks a thread as read up to now, and at least up to a time in milliseconds, because this computer's clock may be slow. */
export async function markThreadRead(teamId: string, rootId: string, atLeast: number): Promise<void> {
  await server.updateThreadReadForUser(me().id, teamId, rootId, Math.max(Date.now(), atLeast));
}

export async function markThreadsRead(teamId: string): Promise<void> {
  await server.updateThreadsReadForUser(me().id, teamId);
  await refreshThreads();
}

export function refreshThreads(): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY]});
}
