import {hash} from 'node:crypto';
import type {Queryable} from '../../platform/database/queryable.ts';

/** What is known of a picture of another site, as posts have it in `metadata.images`. */
export interface PictureFacts {
  /** Pixels, as the picture is shown: turned as it says. */
  width: number;
  height: number;
  /** Such as `png`, `gif` or `jpeg`. */
  format: string;
  /** Of a GIF; 0 for all others. */
  frame_count: number;
}

/** Characters that the URL of a picture may have for its size to be kept. */
export const MAX_KEPT_URL = 2048;

/** What is known of the pictures under these URLs. */
export async function selectPictures(
  db: Queryable,
  urls: readonly string[],
): Promise<Map<string, PictureFacts>> {
  const rows = await db.rows<{url: string; data: PictureFacts}>({
    name: 'link-metadata-pictures',
    text: `select URL, Data from LinkMetadata where Hash = any($1::bigint[]) and URL = any($2) and Type = 'image'`,
    values: [urls.map(hashOf), urls],
  });
  return new Map(rows.map(({url, data}) => [url, data]));
}

export async function upsertPicture(db: Queryable, url: string, facts: PictureFacts): Promise<void> {
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

/** Deletes all but the `kept` pictures that were learned last. */
export async function deletePicturesBeyond(db: Queryable, kept: number): Promise<void> {
  await db.execute({
    text: `
      delete from LinkMetadata where Hash in (
        select Hash from LinkMetadata order by Timestamp desc, Hash offset $1)`,
    values: [kept],
  });
}

/** A key as short as the reference server's. Two URLs with the same share its row, which names the last of them. */
function hashOf(url: string): string {
  return String(hash('sha256', url, 'buffer').readBigInt64BE());
}
