import {LRUCache} from 'lru-cache';
import {withoutCaller} from '../database/callers.ts';

export interface ReadThroughCache<Value> {
  /** The value under the key: the cached one, else the one that is read now. */
  get(key: string): Promise<Value | undefined>;
  /** What is known of the key is no longer true. */
  invalidate(key: string): void;
  /** What is known of such values is no longer true; nor is what is being read, of which nobody knows yet what it is. */
  invalidateWhere(matches: (value: Value) => boolean): void;
  /** Nothing that is known is sure to be true any more. */
  clear(): void;
}

/**
 * A bounded cache in front of a slow source. What `read` does not find (undefined) is not kept. Several callers
 * that want a key at once share one reading; a reading that began before `forget` is given to those that wait for
 * it, and to nobody after.
 *
 * @param maxSize upper bound of the sum of `sizeOf` over all values; with the default `sizeOf`, of their number.
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
  // Not the cache's own `fetchMethod`: with it, whoever waits for an absent value gets the error "deleted" when the key is
  // forgotten meanwhile, and with its defaults so does whoever waits for a present one.
  const known = new LRUCache<string, Value>({maxSize, sizeCalculation: sizeOf});
  const underWay = new Map<string, Promise<Value | undefined>>();

  function load(key: string): Promise<Value | undefined> {
    const reading: Promise<Value | undefined> = withoutCaller(() => read(key)).then(
      (value) => {
        if (underWay.get(key) === reading) {
          underWay.delete(key);
          if (value !== undefined) known.set(key, value);
        }
        return value;
      },
      (error: unknown) => {
        if (underWay.get(key) === reading) underWay.delete(key);
        throw error;
      },
    );
    underWay.set(key, reading);
    return reading;
  }

  return {
    async get(key) {
      return known.get(key) ?? underWay.get(key) ?? load(key);
    },
    invalidate(key) {
      known.delete(key);
      underWay.delete(key);
    },
    invalidateWhere(matches) {
      for (const [key, value] of known.entries()) if (matches(value)) known.delete(key);
      underWay.clear();
    },
    clear() {
      known.clear();
      underWay.clear();
    },
  };
}
