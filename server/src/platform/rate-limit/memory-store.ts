import type {Cluster} from '../cluster/cluster.ts';
import {createBoundedCache} from '../concurrency/bounded-cache.ts';
import type {RateLimit, RateLimitStore} from './rate-limit.ts';

/** Stores the arrival times of the `maxKeys` most recently used keys in this process. */
export function createMemoryRateLimitStore(maxKeys: number): RateLimitStore {
  const arrivals = createBoundedCache<string, number>(Math.max(1, maxKeys));
  return {
    advance(key, now, cost, latest) {
      const existing = arrivals.get(key) ?? now;
      // Requests can't cause such a late time, so the clock was set back.
      const stored = existing - latest > latest - now ? now : Math.max(existing, now);
      if (stored + cost > latest) return {arrivalAt: stored, moved: false};
      arrivals.set(key, stored + cost);
      return {arrivalAt: stored + cost, moved: true};
    },
  };
}

/**
 * The part of a limit that this node may allow, for limits that each node counts in memory. Together, the live nodes
 * allow at most the limit, or one request per node in a burst if that is more.
 */
export function shareOfLimit({perSecond, burst}: RateLimit, cluster: Cluster): RateLimit {
  const nodes = Math.max(1, cluster.nodes().length);
  return {perSecond: perSecond / nodes, burst: Math.max(1, Math.floor(burst / nodes))};
}
