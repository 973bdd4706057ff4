import {useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {getTimeZone} from '../../lib/dates.ts';
import {flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';
import {zoneOffset} from '../../lib/zoned-time.ts';
import {me} from '../session/session.ts';
import {receiveList} from './post-lists.ts';
import {withLongerWords} from './search-input.ts';

const PAGE = 60;

export type SearchOrder = 'newest' | 'oldest';

/** The parameters of a search of messages or files, without the page. */
export function searchParameters(terms: string, order: SearchOrder = 'newest') {
  return {
    terms: withLongerWords(terms),
    sort_direction: order === 'oldest' ? 'asc' : 'desc',
    include_deleted_channels: true,
    // In seconds. Dates in the terms are days in the person's time zone.
    time_zone_offset: zoneOffset(Date.now(), getTimeZone(me())),
  };
}

/** Ids of the posts in a team that match. */
export function useFoundPosts(teamId: string, terms: string, order: SearchOrder = 'newest') {
  const read = async (page: number, perPage: number) =>
    receiveList(
      await server.searchPostsWithParams(teamId, {
        ...searchParameters(terms, order),
        is_or_search: false,
        page,
        per_page: perPage,
      }),
    );
  return useInfiniteQuery({
    queryKey: ['search', teamId, terms, order],
    enabled: terms !== '',
    initialPageParam: 0,
    queryFn: ({pageParam}) => readPage(read, pageParam, PAGE),
    getNextPageParam: nextPage,
    select: flattenPages,
  });
}

/** Terms with similar words that find something, for terms that don't; empty if there are none. */
export function useSuggestedTerms(teamId: string, terms: string, {enabled}: {enabled: boolean}): string {
  const {data} = useQuery({
    queryKey: ['suggested-terms', teamId, terms],
    enabled,
    queryFn: () =>
      server.call<{terms: string}>(`/teams/${teamId}/posts/search/suggestion`, {
        method: 'POST',
        body: {...searchParameters(terms), terms},
      }),
  });
  return data?.terms ?? '';
}
