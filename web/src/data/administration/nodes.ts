import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** A server of the installation. Values that it didn't report are null. */
export interface ServerNode {
  id: string;
  hostname: string;
  version: string;
  started_at: number;
  is_this_node: boolean;
  draining: boolean;
  /** In English (`serverWarning`). */
  warnings: string[];
  responds: boolean;
  connections: number | null;
  /** In messages. */
  bus_lag: number | null;
  /** In seconds. */
  replica_lag: number | null;
}

const REFRESH_INTERVAL = 5_000;

export function useNodes() {
  return useQuery({
    queryKey: ['administration', 'nodes'],
    queryFn: () => server.call<ServerNode[]>('/cluster/nodes'),
    staleTime: 0,
    refetchInterval: REFRESH_INTERVAL,
  });
}

/** Moves the clients of a node to other nodes, or makes it accept clients again. */
export function setDraining(id: string, draining: boolean): Promise<unknown> {
  return server.call(`/cluster/nodes/${id}/drain`, {method: draining ? 'POST' : 'DELETE'});
}
