import {useInfiniteQuery} from '@tanstack/react-query';
import {flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

/** A report as returned by the API. Times are in milliseconds. `end_at` is exclusive. */
export interface Report {
  id: string;
  create_at: number;
  user_id: string;
  status: 'running' | 'finished' | 'failed' | 'removed' | 'canceled';
  count: number;
  desc: string;
  start_at: number;
  end_at: number;
  keywords: string;
  emails: string;
  include_files: boolean;
  job_id: string;
  error: string;
}

/** The contents of a report. */
export type ReportOptions = Pick<
  Report,
  'desc' | 'start_at' | 'end_at' | 'keywords' | 'emails' | 'include_files'
>;

/** The result of comparing an archive with its manifest and the database. */
export interface Verification {
  faults: string[];
  rows: number;
  manifest_sha256: string;
  entries: {name: string; bytes: number; sha256: string; rows?: number}[];
  files: number;
  missing_files: number;
  changed_files: number;
}

const PATH = '/compliance/reports';
const queryKey = ['compliance-reports'];
const PER_PAGE = 30;
const POLL_MILLIS = 1_000;

/** The reports, newest first, page by page. Polled while one is being created. */
export function useReports() {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({pageParam}) =>
      readPage(
        (page, perPage) => server.call<Report[]>(`${PATH}?page=${page}&per_page=${perPage}`),
        pageParam,
        PER_PAGE,
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    select: flattenPages,
    refetchInterval: ({state: {data}}) =>
      data && flattenPages(data).some(({status}) => status === 'running') ? POLL_MILLIS : false,
    staleTime: 0,
  });
}

function refresh(): Promise<void> {
  return queries.invalidateQueries({queryKey});
}

export async function createReport(options: ReportOptions): Promise<void> {
  await server.call<Report>(PATH, {method: 'POST', body: options});
  await refresh();
}

export async function cancelReport(id: string): Promise<void> {
  await server.call(`${PATH}/${id}/cancel`, {method: 'POST'}).finally(refresh);
}

export async function deleteReport(id: string): Promise<void> {
  await server.call(`${PATH}/${id}`, {method: 'DELETE'});
  await refresh();
}

export function verifyReport(id: string): Promise<Verification> {
  return server.call<Verification>(`${PATH}/${id}/verify`, {method: 'POST'});
}

export function downloadAddress(id: string): string {
  return `${server.getBaseRoute()}${PATH}/${id}/download`;
}
