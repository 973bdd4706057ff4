import {isTemporary} from './server.ts';

/**
 * In milliseconds. Keys whose request failed are requested again after this time, which doubles with each consecutive
 * failure.
 */
const FIRST_RETRY = 1_000;
const MAX_RETRY = 30_000;

/**
 * Collects keys that are requested individually, and loads them together: a list of sixty messages by twenty people
 * makes one call. A key that is being loaded isn't requested twice. If the server is unreachable or busy, the keys
 * are requested again later, because components request each key only once.
 */
export function batched(load: (keys: string[]) => Promise<void>, most = 200): (key: string) => void {
  const waiting = new Set<string>();
  const inProgress = new Set<string>();
  const failed = new Set<string>();
  let retryDelay = FIRST_RETRY;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function loadPart(keys: string[]) {
    for (const key of keys) inProgress.add(key);
    try {
      await load(keys);
      retryDelay = FIRST_RETRY;
    } catch (error) {
      // Retrying doesn't help with other errors.
      if (isTemporary(error)) for (const key of keys) failed.add(key);
    }
    for (const key of keys) inProgress.delete(key);
    if (failed.size > 0 && retry === undefined) {
      retry = setTimeout(retryFailed, retryDelay);
      retryDelay = Math.min(2 * retryDelay, MAX_RETRY);
    }
  }
  function retryFailed() {
    retry = undefined;
    for (const key of [...failed]) request(key);
  }
  function flush() {
    const keys = [...waiting];
    waiting.clear();
    for (let start = 0; start < keys.length; start += most) void loadPart(keys.slice(start, start + most));
  }
  function request(key: string) {
    failed.delete(key);
    if (inProgress.has(key) || waiting.has(key)) return;
    if (waiting.size === 0) setTimeout(flush, 0);
    waiting.add(key);
  }
  return request;
}
