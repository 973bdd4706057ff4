import {createGroupedCache, type GroupedCache} from '../concurrency/grouped-cache.ts';
import type {ClusterBus} from './cluster.ts';

/** Milliseconds after which a value is read again, for changes without an event, such as with SQL. */
const MAX_AGE = 60_000;

/**
 * A grouped cache that shows everything that any client has seen in an event or a response: in a cluster, it is used only
 * after this node has received all events that were stored before. Otherwise `get` reads.
 */
export function createClusterCache<Value>(
  {caughtUp}: Pick<ClusterBus, 'caughtUp'>,
  options: {maxSize: number; sizeOf: (value: Value) => number},
): GroupedCache<Value> {
  const cache = createGroupedCache({...options, ttl: MAX_AGE});
  return {
    ...cache,
    async get(group, key, read) {
      const isCurrent = (await caughtUp()) ?? true;
      return isCurrent ? cache.get(group, key, read) : read();
    },
  };
}
