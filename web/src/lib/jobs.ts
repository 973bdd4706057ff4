import {useQuery} from '@tanstack/react-query';
import {server} from './server.ts';

/** Work in the background, as the server tells of it. Times in milliseconds, `progress` in percent. */
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

const POLL_MILLIS = 1_000;

/** Whether a job waits or is being done. */
export function isUnderWay({status}: Job): boolean {
  return status === 'pending' || status === 'in_progress' || status === 'cancel_requested';
}

/** One job, followed until it is over. */
export function useJob(id: string) {
  return useQuery({
    queryKey: ['job', id],
    queryFn: () => server.call<Job>(`/jobs/${id}`),
    enabled: id !== '',
    staleTime: 0,
    refetchInterval: ({state}) => (state.data && isUnderWay(state.data) ? POLL_MILLIS : false),
  });
}

/** The youngest jobs of a kind, read again and again while one of them is under way. */
export function useJobsOfType(type: string, most = 30) {
  return useQuery({
    queryKey: ['jobs', type, most],
    queryFn: () => server.call<Job[]>(`/jobs/type/${type}?per_page=${most}`),
    staleTime: 0,
    refetchInterval: ({state}) => (state.data?.some(isUnderWay) ? POLL_MILLIS : false),
  });
}
