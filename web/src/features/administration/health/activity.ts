import {useQuery} from '@tanstack/react-query';
import {server} from '../../../lib/server.ts';

/** What the server did in a step of time, which begins at `at`. */
export interface ActivityPoint {
  at: number;
  requests: number;
  errors: number;
  posts: number;
  webhooks: number;
  calls: number;
  failed_calls: number;
  /** At most, as is the memory, which is in bytes. */
  connections: number;
  memory: number;
}

/** The last 24 hours, or the time since the server started; `step` in milliseconds. */
export interface Activity {
  since: number;
  step: number;
  points: ActivityPoint[];
}

export function useActivity() {
  return useQuery({
    queryKey: ['administration', 'activity'],
    queryFn: () => server.call<Activity>('/system/activity'),
    staleTime: 0,
    refetchInterval: 30_000,
  });
}
