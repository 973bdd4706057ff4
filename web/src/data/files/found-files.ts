import type {FileInfo} from '@mattermost/types/files';
import {useInfiniteQuery} from '@tanstack/react-query';
import {flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';
import {type SearchOrder, searchParameters, searchRoute} from '../posts/search.ts';

const PAGE = 60;

/** A file that matches, the part of its text that does, and the words in it that the search found. */
export interface FoundFile extends FileInfo {
  excerpt?: string | undefined;
  words?: readonly string[] | undefined;
}

/** A page of the files that match. */
export async function searchFiles(
  teamId: string,
  terms: string,
  page: number,
  perPage: number,
  sortOrder?: SearchOrder,
): Promise<FoundFile[]> {
  // The library's type says `Map`, but the response contains an object.
  const {order, file_infos, excerpts, matches} = await server.call<{
    order: string[];
    file_infos: Record<string, FileInfo>;
    excerpts?: Record<string, string>;
    matches?: Record<string, string[]>;
  }>(`${searchRoute(teamId)}/files/search`, {
    method: 'POST',
    body: {...searchParameters(terms, sortOrder), excerpts: true, page, per_page: perPage},
  });
  return order.map((id) => ({...file_infos[id]!, excerpt: excerpts?.[id], words: matches?.[id]}));
}

/** The files that match, of a team or, without an id, of all teams. */
export function useFoundFiles(teamId: string, terms: string, order: SearchOrder = 'newest') {
  return useInfiniteQuery({
    queryKey: ['file-search', teamId, terms, order],
    enabled: terms !== '',
    initialPageParam: 0,
    queryFn: ({pageParam}) =>
      readPage((page, perPage) => searchFiles(teamId, terms, page, perPage, order), pageParam, PAGE),
    getNextPageParam: nextPage,
    select: flattenPages,
    staleTime: 0,
  });
}
