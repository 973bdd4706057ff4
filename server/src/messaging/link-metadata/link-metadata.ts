import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Database} from '../../platform/database/database.ts';
import {
  deleteLinkMetadataBefore,
  deleteLinkMetadataBeyond,
  type LinkMetadata,
  MAX_STORED_URL,
  selectLinkMetadata,
  upsertLinkMetadata,
} from './store.ts';

export type {ImageMetadata, LinkMetadata, PageMetadata} from './store.ts';

const MAX_CACHED = 5_000;
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_ENTRIES = 100_000;

export type LinkMetadataStore = ReturnType<typeof createLinkMetadataStore>;

/** Stored metadata of images and pages on other sites, by URL. */
export function createLinkMetadataStore({database}: {database: Database}) {
  const cached = createBoundedCache<string, LinkMetadata>(MAX_CACHED);

  return {
    /** The stored metadata of these URLs. */
    async get(urls: readonly string[]): Promise<Map<string, LinkMetadata>> {
      const found = new Map<string, LinkMetadata>();
      const missing: string[] = [];
      for (const url of new Set(urls)) {
        const metadata = cached.get(url);
        if (metadata) found.set(url, metadata);
        else if (url.length <= MAX_STORED_URL) missing.push(url);
      }
      if (missing.length > 0) {
        for (const [url, metadata] of await selectLinkMetadata(database, missing)) {
          cached.set(url, metadata);
          found.set(url, metadata);
        }
      }
      return found;
    },

    /**
     * Deletes entries older than 90 days, and the oldest ones if there are more than 100,000. They are fetched again
     * when a post with the URL is read.
     */
    async sweep(): Promise<void> {
      await deleteLinkMetadataBefore(database, Date.now() - LIFETIME_MS);
      await deleteLinkMetadataBeyond(database, MAX_ENTRIES);
    },

    /** Stores the metadata of a URL. */
    async set(url: string, metadata: LinkMetadata): Promise<void> {
      const before = cached.get(url);
      if (url.length > MAX_STORED_URL || (before && JSON.stringify(before) === JSON.stringify(metadata)))
        return;
      await upsertLinkMetadata(database, url, metadata);
      cached.set(url, metadata);
    },
  };
}
