import type {Channel} from '@mattermost/types/channels';
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

/** When the last message in a team was posted, in milliseconds; 0 if there is none. */
export function useLastMessageAt(teamId: string): number | undefined {
  const {data} = useQuery({
    queryKey: ['administration', 'last-message', teamId],
    queryFn: async () => {
      const {channels} = await server.call<{channels: Channel[]}>('/channels/search', {
        method: 'POST',
        body: {
          term: '',
          page: 0,
          per_page: 1,
          team_ids: [teamId],
          include_deleted: true,
          ...orderParameters({column: 'last_post_at', descending: true}),
        },
      });
      return channels[0]?.last_post_at ?? 0;
    },
    staleTime: 0,
  });
  return data;
}
