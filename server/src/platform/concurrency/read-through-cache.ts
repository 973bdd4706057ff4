import {LRUCache} from 'lru-cache';
import {withoutCaller} from '../database/callers.ts';

export interface ReadThroughCache<Value> {
  /** The cached value, or the value that is read now. */
  get(key: string): Promise<Value | undefined>;
  /** Drops the value of this key. */
  invalidate(key: string): void;
  /** Drops the values that match, and everything that is being read, because it might match too. */
  invalidateWhere(matches: (value: Value) => boolean): void;
  /** Drops all values. */
  clear(): void;
}

/**
 * A bounded cache in front of a slow source. Missing values (undefined) are not cached. Concurrent callers share one
 * read; a read that began before `invalidate` is returned to the callers that wait for it, and is not cached.
 *
 * @param maxSize maximum sum of `sizeOf` over all values; with the default `sizeOf`, the maximum number of values
 */
export function createReadThroughCache<Value extends object>({
  maxSize,
  sizeOf = () => 1,
  read,
}: {
  maxSize: number;
  sizeOf?: (value: Value) => number;
  read: (key: string) => Promise<Value | undefined>;
}): ReadThroughCache<Value> {
  // We don't use the library's `fetchMethod`: if a key is deleted during a fetch, it rejects with the error "deleted".
  const cached = new LRUCache<string, Value>({maxSize, sizeCalculation: sizeOf});
  const inFlight = new Map<string, Promise<Value | undefined>>();

  function load(key: string): Promise<Value | undefined> {
    const pending: Promise<Value | undefined> = withoutCaller(() => read(key)).then(
      (value) => {
        if (inFlight.get(key) === pending) {
          inFlight.delete(key);
          if (value !== undefined) cached.set(key, value);
        }
        return value;
      },
      (error: unknown) => {
        if (inFlight.get(key) === pending) inFlight.delete(key);
        throw error;
      },
    );
    inFlight.set(key, pending);
    return pending;
  }

  return {
    async get(key) {
      return cached.get(key) ?? inFlight.get(key) ?? load(key);
    },
    invalidate(key) {
      cached.delete(key);
      inFlight.delete(key);
    },
    invalidateWhere(matches) {
      for (const [key, value] of cached.entries()) if (matches(value)) cached.delete(key);
      inFlight.clear();
    },
    clear() {
      cached.clear();
      inFlight.clear();
    },
  };
}
