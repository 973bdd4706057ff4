import {LRUCache} from 'lru-cache';
import type {Database} from '../../platform/database/database.ts';
import {MAX_KEPT_URL, type PictureFacts, selectPictures, upsertPicture} from './store.ts';

const MAX_CACHED = 5_000;

/** How large pictures of other sites are, as far as this server has ever fetched them. */
export function createPictureSizes({database}: {database: Database}) {
  const cached = new LRUCache<string, PictureFacts>({max: MAX_CACHED});

  return {
    /** What is known of the pictures under these URLs. */
    async known(urls: readonly string[]): Promise<Map<string, PictureFacts>> {
      const found = new Map<string, PictureFacts>();
      const missing: string[] = [];
      for (const url of new Set(urls)) {
        const facts = cached.get(url);
        if (facts) found.set(url, facts);
        else if (url.length <= MAX_KEPT_URL) missing.push(url);
      }
      if (missing.length > 0) {
        for (const [url, facts] of await selectPictures(database, missing)) {
          cached.set(url, facts);
          found.set(url, facts);
        }
      }
      return found;
    },

    /** Keeps what a picture that was fetched is like. */
    async keep(url: string, facts: PictureFacts): Promise<void> {
      const before = cached.get(url);
      if (url.length > MAX_KEPT_URL || (before && JSON.stringify(before) === JSON.stringify(facts))) return;
      await upsertPicture(database, url, facts);
      cached.set(url, facts);
    },
  };
}
