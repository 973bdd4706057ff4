import {type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {getTimeZone} from '../../lib/dates.ts';
import {flattenPages, nextPage, type Page, readPage} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';
import {zoneOffset} from '../../lib/zoned-time.ts';
import {me} from '../session/session.ts';
import {receiveList} from './post-lists.ts';
import {withOwnName} from './search-terms.ts';

const PAGE = 60;

export type SearchOrder = 'newest' | 'oldest';

/** The start of the routes that search a team, or all teams of the person if the id is empty. */
export const searchRoute = (teamId: string) => (teamId === '' ? '' : `/teams/${teamId}`);

/** The parameters of a search of messages or files, without the page. */
export function searchParameters(terms: string, order: SearchOrder = 'newest') {
  return {
    terms: withOwnName(terms, me().username),
    word_forms: true,
    sort_direction: order === 'oldest' ? 'asc' : 'desc',
    include_deleted_channels: true,
    // In seconds. Dates in the terms are days in the person's time zone.
    time_zone_offset: zoneOffset(Date.now(), getTimeZone(me())),
  };
}

/** A post that matches, and the words in it that the search found. */
interface FoundPost {
  id: string;
  words: readonly string[];
}

function foundPostsQuery(teamId: string, terms: string, order: SearchOrder) {
  async function read(page: number, perPage: number): Promise<FoundPost[]> {
    const found = await server.searchPostsWithParams(teamId, {
      ...searchParameters(terms, order),
      is_or_search: false,
      page,
      per_page: perPage,
    });
    return receiveList(found).map((id) => ({id, words: found.matches?.[id] ?? []}));
  }
  return infiniteQueryOptions({
    queryKey: ['search', teamId, terms, order],
    enabled: terms !== '',
    initialPageParam: 0,
    queryFn: ({pageParam}) => readPage(read, pageParam, PAGE),
    getNextPageParam: nextPage,
  });
}

/** Ids of the posts that match, in a team or, without an id, in all teams. */
export function useFoundPosts(teamId: string, terms: string, order: SearchOrder = 'newest') {
  const select = (data: InfiniteData<Page<FoundPost>>) => flattenPages(data).map(({id}) => id);
  return useInfiniteQuery({...foundPostsQuery(teamId, terms, order), select});
}

/** The words that the search found in the posts that are loaded, in the forms that are written there. */
export function useFoundWords(teamId: string, terms: string, order: SearchOrder): readonly string[] {
  const select = (data: InfiniteData<Page<FoundPost>>) => [
    ...new Set(flattenPages(data).flatMap(({words}) => words)),
  ];
  return useInfiniteQuery({...foundPostsQuery(teamId, terms, order), select}).data ?? [];
}

/** Terms with similar words that find something, for terms that don't; empty if there are none. */
export function useSuggestedTerms(teamId: string, terms: string, {enabled}: {enabled: boolean}): string {
  const {data} = useQuery({
    queryKey: ['suggested-terms', teamId, terms],
    enabled,
    queryFn: () =>
      server.call<{terms: string}>(`${searchRoute(teamId)}/posts/search/suggestion`, {
        method: 'POST',
        body: searchParameters(terms),
      }),
  });
  return data?.terms ?? '';
}
