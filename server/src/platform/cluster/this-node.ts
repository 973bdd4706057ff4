import {hostname} from 'node:os';
import {newId} from '../database/ids.ts';
import type {ClusterNode} from './cluster.ts';

/** Describes this process as a node. `overrideHostname` may be empty. */
export function describeThisNode(version: string, overrideHostname = ''): ClusterNode {
  return {
    id: newId(),
    hostname: overrideHostname || hostname(),
    version,
    startedAt: Date.now(),
    draining: false,
    warnings: [],
  };
}
