import {hash} from 'node:crypto';
import type {Queryable} from '../../platform/database/queryable.ts';

/** The metadata of an image of another site, as in `metadata.images` of posts. */
export interface ImageMetadata {
  /** Displayed width in pixels, after applying the image's orientation. */
  width: number;
  height: number;
  /** For example `png`, `gif` or `jpeg`. */
  format: string;
  /** The number of frames of a GIF; 0 for other formats. */
  frame_count: number;
}

/** The maximum length of a URL whose dimensions are stored. */
export const MAX_KEPT_URL = 2048;

/** The stored metadata of the images at these URLs. */
export async function selectPictures(
  db: Queryable,
  urls: readonly string[],
): Promise<Map<string, ImageMetadata>> {
  const rows = await db.rows<{url: string; data: ImageMetadata}>({
    name: 'link-metadata-pictures',
    text: `select URL, Data from LinkMetadata where Hash = any($1::bigint[]) and URL = any($2) and Type = 'image'`,
    values: [urls.map(hashOf), urls],
  });
  return new Map(rows.map(({url, data}) => [url, data]));
}

export async function upsertPicture(db: Queryable, url: string, facts: ImageMetadata): Promise<void> {
  await db.execute({
    text: `
      insert into LinkMetadata (Hash, URL, Timestamp, Type, Data) values ($1, $2, $3, 'image', $4)
      on conflict (Hash) do update set URL = excluded.URL, Timestamp = excluded.Timestamp, Data = excluded.Data`,
    values: [hashOf(url), url, Date.now(), facts],
  });
}

export async function deletePicturesBefore(db: Queryable, time: number): Promise<void> {
  await db.execute({text: 'delete from LinkMetadata where Timestamp < $1', values: [time]});
}

/** Deletes all but the `kept` most recent images. */
export async function deletePicturesBeyond(db: Queryable, kept: number): Promise<void> {
  await db.execute({
    text: `
      delete from LinkMetadata where Hash in (
        select Hash from LinkMetadata order by Timestamp desc, Hash offset $1)`,
    values: [kept],
  });
}

/** A key as short as the reference server's. Two URLs with the same key share a row, which has the URL stored last. */
function hashOf(url: string): string {
  return String(hash('sha256', url, 'buffer').readBigInt64BE());
}
