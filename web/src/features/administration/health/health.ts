import {useQuery} from '@tanstack/react-query';
import {server} from '../../../lib/server.ts';

/** How the server is; bytes and milliseconds. */
export interface Health {
  version: string;
  api_version: string;
  node_version: string;
  started_at: number;
  memory: {used: number; machine_free: number; machine_total: number};
  database: {version: string; size: number; connections: number; max_connections: number};
  websocket_connections: number;
  jobs: {waiting: number; running: number; failed: number};
  storage: {directory: string; free: number; total: number};
}

const LOOK_AGAIN = 10_000;
/** Below this share of free space, something should be done. */
const SCARCE = 0.1;

export function useHealth() {
  return useQuery({
    queryKey: ['administration', 'health'],
    queryFn: () => server.call<Health>('/system/health'),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN,
  });
}

export function isScarce({free, total}: {free: number; total: number}): boolean {
  return free < total * SCARCE;
}
