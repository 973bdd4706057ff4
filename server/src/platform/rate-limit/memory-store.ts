import {LRUCache} from 'lru-cache';
import type {RateLimitStore} from './rate-limit.ts';

/** Arrival times of the `maxKeys` keys that were seen last, in this process. */
export function createMemoryRateLimitStore(maxKeys: number): RateLimitStore {
  const arrivals = new LRUCache<string, number>({max: Math.max(1, maxKeys)});
  return {
    advance(key, now, cost, latest) {
      const known = arrivals.get(key) ?? now;
      // No request gets so far: the clock was set back.
      const stored = known - latest > latest - now ? now : Math.max(known, now);
      if (stored + cost > latest) return {arrivalAt: stored, moved: false};
      arrivals.set(key, stored + cost);
      return {arrivalAt: stored + cost, moved: true};
    },
  };
}
