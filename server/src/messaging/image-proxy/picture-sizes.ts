import {LRUCache} from 'lru-cache';
import type {Database} from '../../platform/database/database.ts';
import {
  deletePicturesBefore,
  deletePicturesBeyond,
  MAX_KEPT_URL,
  type PictureFacts,
  selectPictures,
  upsertPicture,
} from './store.ts';

const MAX_CACHED = 5_000;
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_KEPT = 100_000;

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

    /**
     * Forgets what was learned more than 90 days before `now`, and of more than 100,000 pictures the oldest. The next
     * reader of a post that has one has it learned again.
     */
    async sweep(now: number): Promise<void> {
      await deletePicturesBefore(database, now - KEPT_MS);
      await deletePicturesBeyond(database, MAX_KEPT);
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
