import {tryStore} from '../lib/try-store.ts';

const KEY = 'patchbay:first-files';
const MAX = 40;

/**
 * The URLs of the files that the page needed last time to show something, in the folder of `pageUrl`. Empty if that
 * was another build, which has other files. `pageUrl` is the URL of the page's script.
 */
export function readFirstFiles(pageUrl: string): string[] {
  const urls = localStorage.getItem(KEY)?.split(' ') ?? [];
  if (!urls.includes(pageUrl)) return [];
  const folder = new URL('.', pageUrl).href;
  return urls.filter((url) => url.startsWith(folder));
}

/** Remembers the files that were loaded until `shown`, in milliseconds since the page started. */
export function rememberFirstFiles(shown: number): void {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const urls = loaded
    .filter(({name, responseEnd}) => /\/assets\/[^?]+\.(?:js|css)$/.test(name) && responseEnd < shown)
    .map(({name}) => name);
  tryStore(KEY, urls.slice(0, MAX).join(' '));
}
