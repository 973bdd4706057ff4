import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** A person in a report, with the statistics of their messages in the period. Times are in milliseconds. */
export interface ReportedUser {
  id: string;
  username: string;
  email: string;
  nickname: string;
  first_name: string;
  last_name: string;
  create_at: number;
  delete_at: number;
  roles: string;
  is_bot?: boolean;
  last_login: number;
  last_status_at?: number;
  last_post_date?: number;
  days_active?: number;
  total_posts?: number;
}

/** The filters of a report, as query parameters. */
export type ReportFilter = Readonly<Record<string, string>>;

/** The columns by which a report can be sorted, with the fields that they sort by. */
export const SORT_FIELDS = {
  Username: 'username',
  FirstName: 'first_name',
  LastName: 'last_name',
  Nickname: 'nickname',
  Email: 'email',
  CreateAt: 'create_at',
} as const;

export interface ReportOrder {
  column: keyof typeof SORT_FIELDS;
  descending: boolean;
}

export const PER_PAGE = 50;

/** The page after a row, or the first page. */
export function useUserReport(
  filter: ReportFilter,
  {column, descending}: ReportOrder,
  after: ReportedUser | undefined,
) {
  const query = new URLSearchParams({
    ...filter,
    sort_column: column,
    sort_direction: descending ? 'desc' : 'asc',
    page_size: String(PER_PAGE),
    ...(after && {
      direction: 'next',
      from_column_value: String(after[SORT_FIELDS[column]]),
      from_id: after.id,
    }),
  });
  return useQuery({
    queryKey: ['administration', 'user-report', query.toString()],
    queryFn: () => server.call<ReportedUser[]>(`/reports/users?${query}`),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** The number of users on all pages. */
export function useUserReportCount(filter: ReportFilter) {
  const query = new URLSearchParams(filter);
  return useQuery({
    queryKey: ['administration', 'user-report-count', query.toString()],
    queryFn: () => server.call<number>(`/reports/users/count?${query}`),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Starts the export of a report. The system bot sends the file to the person. */
export function exportUserReport(filter: ReportFilter): Promise<unknown> {
  return server.call(`/reports/users/export?${new URLSearchParams(filter)}`, {method: 'POST'});
}
