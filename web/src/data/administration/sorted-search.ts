import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** The order of a list that the server sorts. */
export interface ListOrder {
  column: string;
  descending: boolean;
}

/** The order as parameters of the API. */
export function orderParameters({column, descending}: ListOrder) {
  return {sort_column: column, sort_direction: descending ? 'desc' : 'asc'};
}

interface SortedSearch {
  term: string;
  page: number;
  perPage: number;
  order: ListOrder;
  /** The chosen filter, in the form of the API. */
  filter: object | undefined;
}

/** A page of all channels or teams that match, and their number. The page before is shown until it is loaded. */
export function useSortedSearch<Found extends {total_count: number}>(
  what: 'channels' | 'teams',
  {term, page, perPage, order, filter}: SortedSearch,
) {
  const body = {term, page, per_page: perPage, ...orderParameters(order), ...filter};
  return useQuery({
    queryKey: ['administration', what, body],
    queryFn: () => server.call<Found>(`/${what}/search`, {method: 'POST', body}),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
