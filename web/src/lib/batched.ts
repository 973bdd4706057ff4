/**
 * Collects keys that are asked for one by one and loads them together: a list of sixty messages by twenty people
 * makes one call. A key is not asked for again while it is under way.
 */
export function batched(load: (keys: string[]) => Promise<void>, most = 200): (key: string) => void {
  const waiting = new Set<string>();
  const underway = new Set<string>();
  function flush() {
    const keys = [...waiting];
    waiting.clear();
    for (let start = 0; start < keys.length; start += most) {
      const part = keys.slice(start, start + most);
      for (const key of part) underway.add(key);
      // Who asked shows what there is; the next to ask tries again.
      load(part)
        .catch(() => {})
        .finally(() => {
          for (const key of part) underway.delete(key);
        });
    }
  }
  return (key) => {
    if (underway.has(key) || waiting.has(key)) return;
    if (waiting.size === 0) setTimeout(flush, 0);
    waiting.add(key);
  };
}
