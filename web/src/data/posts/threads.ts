import type {Post} from '@mattermost/types/posts';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {collapsedThreads} from '../channels/channels.ts';
import {me} from '../session/session.ts';
import {loadedPost} from './posts.ts';
import {openThread} from './thread-window.ts';

/** The queries about threads. */
export const THREADS = 'threads';

/** The number of unread threads and the number of mentions in them. */
export function useThreadTotals(teamId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [THREADS, teamId, 'totals'],
    queryFn: () => server.getUserThreads(me().id, teamId, {totalsOnly: true}),
  });
}

/** What a person has read of a thread. */
export interface ReadState {
  /** Replies after this time are new to the person; 0 if none are. */
  newAfter: number;
  /** The person has read everything until this time; 0 if something is unread, undefined if they don't follow it. */
  readUntil?: number;
}

const readStateKey = (teamId: string, rootId: string) => [THREADS, teamId, 'readState', rootId];

/** What the person has read of this followed thread. If it is already being loaded, waits for that. */
export function loadReadState(teamId: string, root: Pick<Post, 'id' | 'create_at'>): Promise<ReadState> {
  return queries.fetchQuery({
    queryKey: readStateKey(teamId, root.id),
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
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What `loadReadState` returns, if it is known. */
export function knownReadState(teamId: string, rootId: string): ReadState | undefined {
  const state = queries.getQueryState<ReadState>(readStateKey(teamId, rootId));
  return state?.isInvalidated ? undefined : state?.data;
}

/** Requests what the panel of a thread shows. The panel waits for the same requests, and shows their errors. */
export function requestThread(teamId: string, rootId: string): void {
  openThread(rootId).catch(() => {});
  const root = loadedPost(rootId);
  if (root?.is_following && collapsedThreads()) loadReadState(teamId, root).catch(() => {});
}

/** Marks a thread as read up to now, and at least up to a time in milliseconds, because this computer's clock may be slow. */
export async function markThreadRead(teamId: string, rootId: string, atLeast: number): Promise<void> {
  await server.updateThreadReadForUser(me().id, teamId, rootId, Math.max(Date.now(), atLeast));
}

export function refreshThreads(): Promise<void> {
  return queries.invalidateQueries({queryKey: [THREADS]});
}
