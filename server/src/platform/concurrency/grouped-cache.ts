import {LRUCache} from 'lru-cache';
import {withoutCaller} from '../database/callers.ts';

export interface GroupedCache<Value> {
  /** The cached value, or the value that `read` returns now. Concurrent callers share one read. */
  get(group: string, key: string, read: () => Promise<Value>): Promise<Value>;
  /** Drops all values of the group. */
  invalidate(group: string): void;
  /** Drops all values. */
  clear(): void;
}

interface Entry<Value> {
  value: Promise<Value>;
  /** From `performance.now()`. */
  expiresAt: number;
}

interface Group<Value> {
  entries: Map<string, Entry<Value>>;
  size: number;
}

/** The size of a group or an entry, without its value. */
const OVERHEAD = 200;

/**
 * A bounded cache of values that become outdated together, such as the views of one channel: invalidating a group takes
 * the same time no matter how many values it has. The groups that were used least recently are evicted first. A read
 * that began before `invalidate` is returned to the callers that wait for it, and is not cached.
 *
 * @param maxSize the maximum sum of `sizeOf` over all values, plus 200 for each value and group
 * @param options.ttl milliseconds until a value is read again although nothing invalidated it
 * @param options.isFinal whether a value that was read can be cached
 */
export function createGroupedCache<Value>({
  maxSize,
  sizeOf,
  ttl,
  isFinal = () => true,
}: {
  maxSize: number;
  sizeOf: (value: Value) => number;
  ttl: number;
  isFinal?: (value: Value) => boolean;
}): GroupedCache<Value> {
  const groups = new LRUCache<string, Group<Value>>({maxSize, sizeCalculation: ({size}) => size});

  function load(
    name: string,
    {entries}: Group<Value>,
    key: string,
    read: () => Promise<Value>,
  ): Entry<Value> {
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    const keep = (value: Value) => {
      const group = groups.peek(name);
      // A new object, because the library doesn't measure the same one again.
      if (group?.entries === entries) groups.set(name, {entries, size: group.size + sizeOf(value)});
    };
    const entry: Entry<Value> = {
      expiresAt: performance.now() + ttl,
      value: withoutCaller(read).then(
        (value) => {
          if (isFinal(value)) keep(value);
          else drop();
          return value;
        },
        (error: unknown) => {
          drop();
          throw error;
        },
      ),
    };
    return entry;
  }

  return {
    get(name, key, read) {
      let group = groups.get(name);
      const existing = group?.entries.get(key);
      if (existing && existing.expiresAt > performance.now()) return existing.value;
      // The values of a group were mostly read at the same time, so they also expire together.
      if (!group || existing) group = {entries: new Map(), size: OVERHEAD};
      const entry = load(name, group, key, read);
      group.entries.set(key, entry);
      groups.set(name, {entries: group.entries, size: group.size + OVERHEAD + key.length});
      return entry.value;
    },
    invalidate: (name) => void groups.delete(name),
    clear: () => groups.clear(),
  };
}
