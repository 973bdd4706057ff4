/** How long an id is remembered at least, in milliseconds. */
const LIFE_MS = 2 * 60_000;
/** The maximum number of remembered ids, which only an extreme load reaches. */
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
