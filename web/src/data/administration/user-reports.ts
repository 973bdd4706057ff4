import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {rememberPeople} from '../people/people.ts';
import {type ListOrder, orderParameters} from './sorted-search.ts';

/** An account with its activity, and the statistics of its messages in the period. Times are in milliseconds. */
export interface ReportedUser extends UserProfile {
  last_login: number;
  last_status_at?: number;
  last_post_date?: number;
  days_active?: number;
  total_posts?: number;
}

/** The filters of a report, as query parameters. */
export type ReportFilter = Readonly<Record<string, string>>;

export const PER_PAGE = 50;

/** A page of the users that match the filters, in an order. */
export function useUserReport(filter: ReportFilter, order: ListOrder, page: number) {
  const query = new URLSearchParams({
    ...filter,
    ...orderParameters(order),
    page_size: String(PER_PAGE),
    page: String(page),
  });
  return useQuery({
    queryKey: ['administration', 'users', query.toString()],
    async queryFn() {
      const users = await server.call<ReportedUser[]>(`/reports/users?${query}`);
      rememberPeople(users);
      return users;
    },
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** The number of users on all pages; undefined if it is not wanted. */
export function useUserReportCount(filter: ReportFilter, isWanted = true) {
  const query = new URLSearchParams(filter);
  return useQuery({
    queryKey: ['administration', 'user-count', query.toString()],
    queryFn: () => server.call<number>(`/reports/users/count?${query}`),
    enabled: isWanted,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Starts the export of a report. The system bot sends the file to the person. */
export function exportUserReport(filter: ReportFilter): Promise<unknown> {
  return server.call(`/reports/users/export?${new URLSearchParams(filter)}`, {method: 'POST'});
}
