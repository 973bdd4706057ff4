/** The minimum time to remember an id, in milliseconds. */
const LIFE_MS = 2 * 60_000;
/** Bounds memory: after this many ids, older ones may be forgotten early. Only an extreme load reaches this. */
const MIN_REMEMBERED = 250_000;

/** Remembers ids for two to four minutes, or until at least 250,000 others have followed. */
export function createRecentIds(now: () => number = () => performance.now()) {
  let current = new Set<string>();
  let previous = new Set<string>();
  let rotatedAt = now();
  return {
    has: (id: string) => current.has(id) || previous.has(id),
    add(id: string): void {
      if (current.size >= MIN_REMEMBERED || now() - rotatedAt > LIFE_MS) {
        previous = current;
        current = new Set();
        rotatedAt = now();
      }
      current.add(id);
    },
  };
}
