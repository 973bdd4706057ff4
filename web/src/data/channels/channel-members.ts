import {queryOptions, useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {rememberPeople} from '../people/people.ts';

const STATS = 'channel-stats';
const MEMBERS = 'channel-members';
const PAGE = 50;

function statsQuery(channelId: string) {
  return queryOptions({
    queryKey: [STATS, channelId],
    queryFn: () => server.getChannelStats(channelId),
  });
}

/** The number of members and the number of pinned messages of a channel. */
export function useChannelStats(channelId: string) {
  return useQuery(statsQuery(channelId));
}

/** Like `useChannelStats`, outside of a component. */
export function loadChannelStats(channelId: string) {
  return queries.ensureQueryData(statsQuery(channelId));
}

/** The members of a channel that match the term, and whether they are channel administrators. */
export function useChannelMembers(channelId: string, term: string) {
  return useInfiniteQuery({
    queryKey: [MEMBERS, channelId, term],
    initialPageParam: 0,
    queryFn: async ({pageParam}) => {
      const {items: people, hasNext} =
        term === ''
          ? await readPage(
              (page, perPage) => server.getProfilesInChannel(channelId, page, perPage),
              pageParam,
              PAGE,
            )
          : {items: await server.searchUsers(term, {in_channel_id: channelId, limit: PAGE}), hasNext: false};
      rememberPeople(people);
      const ids = people.map(({id}) => id);
      const memberships = ids.length > 0 ? await server.getChannelMembersByIds(channelId, ids) : [];
      const admins = new Set(memberships.filter((one) => one.scheme_admin).map((one) => one.user_id));
      return {items: people.map((person) => ({person, isAdmin: admins.has(person.id)})), hasNext};
    },
    getNextPageParam: nextPage,
    select: flattenPages,
  });
}

export function refreshChannelStats(...channelIds: string[]): Promise<void> {
  return queries.invalidateQueries({queryKey: [STATS, ...channelIds]});
}

/** Reloads the members and their number, for the given channels or for all. */
export async function refreshChannelMembers(...channelIds: string[]): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: [MEMBERS, ...channelIds]}),
    refreshChannelStats(...channelIds),
  ]);
}
