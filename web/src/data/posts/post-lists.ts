import type {Post, PostList} from '@mattermost/types/posts';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {rememberPosts} from './posts.ts';

const PINNED = 'pinned-posts';
const SAVED = 'saved-posts';
/** The maximum number of saved posts shown. */
const MAX_SAVED = 200;

/** Stores loaded posts. Returns their ids in order. */
export function receiveList(list: Pick<PostList, 'order' | 'posts'>): string[] {
  rememberPosts(Object.values(list.posts) as Post[], list);
  return list.order;
}

/** Ids of the pinned posts of a channel. */
export function usePinnedPosts(channelId: string) {
  return useQuery({
    queryKey: [PINNED, channelId],
    queryFn: async () => receiveList(await server.getPinnedPosts(channelId)),
    staleTime: 0,
  });
}

/** Ids of the person's saved posts in a team. */
export function useSavedPosts(teamId: string) {
  return useQuery({
    queryKey: [SAVED, teamId],
    queryFn: async () => receiveList(await server.getFlaggedPosts(me().id, '', teamId, 0, MAX_SAVED)),
    staleTime: 0,
  });
}

/** Ids of the posts of a team that contain any of these words. */
export function useMentions(teamId: string, terms: readonly string[]) {
  return useQuery({
    queryKey: ['mentions', teamId, terms],
    queryFn: async () => receiveList(await server.searchPosts(teamId, [...new Set(terms)].join(' '), true)),
    staleTime: 0,
  });
}

/** Reloads the pinned posts of the given channels, or of all channels. */
export function refreshPinnedPosts(...channelIds: string[]): Promise<void> {
  return queries.invalidateQueries({queryKey: [PINNED, ...channelIds]});
}

export function refreshSavedPosts(): Promise<void> {
  return queries.invalidateQueries({queryKey: [SAVED]});
}
