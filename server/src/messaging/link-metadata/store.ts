import {hash} from 'node:crypto';
import type {Queryable} from '../../platform/database/queryable.ts';

/** The metadata of an image on another site, as in `metadata.images` of posts. */
export interface ImageMetadata {
  /** Displayed width in pixels, after applying the image's orientation. */
  width: number;
  height: number;
  /** For example `png`, `gif` or `jpeg`. */
  format: string;
  /** The number of frames of a GIF; 0 for other formats. */
  frame_count: number;
}

/** The metadata of a web page, as in a post's `opengraph` embed. All texts are plain. */
export interface PageMetadata {
  type: string;
  url: string;
  title: string;
  description: string;
  site_name: string;
  /** Contains at most one image. */
  images: {url: string; secure_url: string; type: string; width: number; height: number}[];
}

/** The metadata of a URL by the kind of its content. `none` is neither an image nor a page with metadata. */
export type LinkMetadata =
  | {type: 'image'; data: ImageMetadata}
  | {type: 'opengraph'; data: PageMetadata}
  | {type: 'none'; data: Record<string, never>};

/** The maximum length of a URL whose metadata is stored. */
export const MAX_STORED_URL = 2048;

/** The stored metadata of these URLs. */
export async function selectLinkMetadata(
  db: Queryable,
  urls: readonly string[],
): Promise<Map<string, LinkMetadata>> {
  const rows = await db.rows<LinkMetadata & {url: string}>({
    name: 'link-metadata',
    text: 'select URL, Type, Data from LinkMetadata where Hash = any($1::bigint[]) and URL = any($2)',
    values: [urls.map(hashUrl), urls],
  });
  return new Map(rows.map(({url, ...metadata}) => [url, metadata]));
}

export async function upsertLinkMetadata(
  db: Queryable,
  url: string,
  {type, data}: LinkMetadata,
): Promise<void> {
  await db.execute({
    text: `
      insert into LinkMetadata (Hash, URL, Timestamp, Type, Data) values ($1, $2, $3, $4, $5)
      on conflict (Hash) do update
        set URL = excluded.URL, Timestamp = excluded.Timestamp, Type = excluded.Type, Data = excluded.Data`,
    values: [hashUrl(url), url, Date.now(), type, data],
  });
}

export async function deleteLinkMetadataBefore(db: Queryable, time: number): Promise<void> {
  await db.execute({text: 'delete from LinkMetadata where Timestamp < $1', values: [time]});
}

/** Deletes all entries except the `kept` most recent ones. */
export async function deleteLinkMetadataBeyond(db: Queryable, kept: number): Promise<void> {
  await db.execute({
    text: `
      delete from LinkMetadata where Hash in (
        select Hash from LinkMetadata order by Timestamp desc, Hash offset $1)`,
    values: [kept],
  });
}

/**
 * A hash as short as the reference server's. Two URLs with the same hash share a row, which has the URL that was stored
 * last.
 */
function hashUrl(url: string): string {
  return String(hash('sha256', url, 'buffer').readBigInt64BE());
}
