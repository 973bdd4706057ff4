import {useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

/** A background job as returned by the API. Times are in milliseconds, `progress` is in percent. */
export interface Job {
  id: string;
  type: string;
  create_at: number;
  start_at: number;
  last_activity_at: number;
  status: 'pending' | 'in_progress' | 'success' | 'warning' | 'error' | 'cancel_requested' | 'canceled';
  progress: number;
  data: Record<string, string>;
}

const KEY = 'jobs';
const POLL_MILLIS = 1_000;
const PER_PAGE = 30;

/** Whether a job is pending, running or being canceled. */
export function isUnfinished({status}: Job): boolean {
  return status === 'pending' || status === 'in_progress' || status === 'cancel_requested';
}

/** One job, polled until it ends. */
export function useJob(id: string) {
  return useQuery({
    queryKey: ['job', id],
    queryFn: () => server.call<Job>(`/jobs/${id}`),
    enabled: id !== '',
    staleTime: 0,
    refetchInterval: ({state}) => (state.data && isUnfinished(state.data) ? POLL_MILLIS : false),
  });
}

/** The jobs of a type, newest first, page by page. Polled while one of them is unfinished. */
export function useJobsOfType(type: string) {
  return useInfiniteQuery({
    queryKey: [KEY, type],
    queryFn: ({pageParam}) =>
      readPage(
        (page, perPage) => server.call<Job[]>(`/jobs/type/${type}?page=${page}&per_page=${perPage}`),
        pageParam,
        PER_PAGE,
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    select: flattenPages,
    staleTime: 0,
    refetchInterval: ({state: {data}}) =>
      data && flattenPages(data).some(isUnfinished) ? POLL_MILLIS : false,
  });
}

/** Asks a job to stop. It stops at the next safe point. */
export async function cancelJob({id, type}: Pick<Job, 'id' | 'type'>): Promise<void> {
  await server.call(`/jobs/${id}/cancel`, {method: 'POST'}).finally(() => refreshJobs(type));
  await refreshJob(id);
}

function refreshJob(id: string): Promise<void> {
  return queries.invalidateQueries({queryKey: ['job', id]});
}

export function refreshJobs(type: string): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY, type]});
}
