import {hostname, networkInterfaces} from 'node:os';
import {newId} from '../database/ids.ts';
import type {ClusterNode} from './cluster.ts';

/** Describes this process as a node. `overrideHostname` may be empty. */
export function describeThisNode(version: string, overrideHostname = ''): ClusterNode {
  return {
    id: newId(),
    hostname: overrideHostname || hostname(),
    version,
    startedAt: Date.now(),
    address: ownAddress(),
    draining: false,
    warnings: [],
  };
}

/** The first address of this machine that others can reach; empty if there is none. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const others = addresses.filter(({internal}) => !internal);
  return (others.find(({family}) => family === 'IPv4') ?? others[0])?.address ?? '';
}
