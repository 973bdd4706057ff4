import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Database} from '../../platform/database/database.ts';
import {
  deletePicturesBefore,
  deletePicturesBeyond,
  type ImageMetadata,
  MAX_KEPT_URL,
  selectPictures,
  upsertPicture,
} from './store.ts';

const MAX_CACHED = 5_000;
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_KEPT = 100_000;

/** The dimensions of images of other sites that this server has fetched. */
export function createPictureSizes({database}: {database: Database}) {
  const cached = createBoundedCache<string, ImageMetadata>(MAX_CACHED);

  return {
    /** The known dimensions of the images at these URLs. */
    async known(urls: readonly string[]): Promise<Map<string, ImageMetadata>> {
      const found = new Map<string, ImageMetadata>();
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
     * Deletes entries older than 90 days before `now`, and the oldest beyond 100,000. They are fetched again when a
     * post with the image is read.
     */
    async sweep(now: number): Promise<void> {
      await deletePicturesBefore(database, now - KEPT_MS);
      await deletePicturesBeyond(database, MAX_KEPT);
    },

    /** Stores the dimensions of a fetched image. */
    async keep(url: string, facts: ImageMetadata): Promise<void> {
      const before = cached.get(url);
      if (url.length > MAX_KEPT_URL || (before && JSON.stringify(before) === JSON.stringify(facts))) return;
      await upsertPicture(database, url, facts);
      cached.set(url, facts);
    },
  };
}
