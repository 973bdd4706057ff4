import {LRUCache} from 'lru-cache';

/**
 * A cache of the `max` most recently used values. It grows with its entries, while the library's own `max` allocates
 * all of them immediately: that took a sixth of the time to create the features, which every command and every test
 * server does.
 *
 * @param ttl milliseconds until a value expires; 0 for never
 */
export function createBoundedCache<Key extends {}, Value extends {}>(max: number, {ttl = 0} = {}) {
  return new LRUCache<Key, Value>({maxSize: max, sizeCalculation: () => 1, ttl});
}
