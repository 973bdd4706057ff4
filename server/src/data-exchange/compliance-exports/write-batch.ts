import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import type {Database} from '../../platform/database/database.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {ContentDigest} from '../../platform/file-store/verified-content.ts';
import type {ZipEntry, ZipWriter} from '../../platform/formats/write-zip.ts';
import {attachedContent, canBeRead} from '../compliance-content/compliance-content.ts';
import {type ManifestSigner, writeArchive} from '../signed-archives/signed-archives.ts';
import type {BatchOutput} from './formats/batch-output.ts';
import {FORMATS, type FormatName} from './formats/formats.ts';
import {type BatchRange, type ReadBatch, readBatch} from './read-batch.ts';
import type {Cursor} from './store.ts';

/** What a batch holds; its `manifest.json` is this, signed. Each names the one before it, so that a gap shows. */
export interface ExportManifest {
  format: 'patchbay-compliance-export';
  version: 1;
  job_id: string;
  batch: number;
  export_format: FormatName;
  server: {id: string; version: string};
  /** Posts after the one and up to the other, by the time of their last change in milliseconds, and id. */
  posts: {after: Cursor; up_to: Cursor; count: number};
  /** Joins and leaves after the one time and up to the other, in milliseconds. */
  members: {after: number; up_to: number};
  entries: (ZipEntry & {rows?: number})[];
  /** Emails that were sent instead of stored. */
  sent: {name: string; bytes: number; sha256: string; response: string}[];
  warnings: string[];
  /** The batch before this one in the schedule's chain; null at its beginning, and for a window that was asked for. */
  previous: {path: string; manifest_sha256: string} | null;
}

export type SendEmail = (
  envelope: {from: string; to: readonly string[]},
  content: Readable,
) => Promise<{response: string}>;

/** Which batch is to be made, and of what export. */
export interface BatchOrder {
  range: BatchRange;
  /** In the export directory. */
  directory: string;
  jobId: string;
  format: FormatName;
  previous: ExportManifest['previous'];
}

/** A batch that is in the export directory. */
export interface WrittenBatch extends Pick<ReadBatch, 'posts' | 'next' | 'endTime' | 'last'> {
  path: string;
  /** In hexadecimal. */
  manifestSha256: string;
  warnings: number;
}

/** What it takes to make batches. */
export interface BatchTools {
  database: Database;
  archives: FileStore;
  files: FileStore;
  signer: ManifestSigner;
  server: {id: string; version: string};
  /** Where emails go; stored in the archive if absent. */
  send?: SendEmail;
}

/**
 * Reads a batch and writes it as an archive under its final name, or leaves nothing.
 *
 * @returns undefined if nothing was said and nobody came or went
 * @throws whatever the database, the file store or the mail server answers
 */
export async function writeBatch(
  order: BatchOrder,
  {signal, ...tools}: BatchTools & {signal: AbortSignal},
): Promise<WrittenBatch | undefined> {
  const {database, archives, signer} = tools;
  const {range, directory} = order;
  return readBatch(database, range, {signal}, async (batch) => {
    const {posts, next, endTime, last} = batch;
    const name = `batch${String(range.number).padStart(3, '0')}-${range.after.time}-${endTime}.zip`;
    const path = `${directory}/${name}`;
    const place = {archives, signer, directorySetting: 'ExportSettings.Directory'};
    const {manifest, manifestSha256} = await writeArchive(path, place, (zip) =>
      fillBatch(zip, batch, order, {...tools, signal}),
    );
    return {path, posts, next, endTime, last, manifestSha256, warnings: manifest.warnings.length};
  });
}

async function fillBatch(
  zip: ZipWriter,
  batch: ReadBatch,
  order: BatchOrder,
  {files, server, signal, send}: Omit<BatchTools, 'database' | 'archives' | 'signer'> & {signal: AbortSignal},
): Promise<ExportManifest> {
  const entries: ExportManifest['entries'] = [];
  const sent: ExportManifest['sent'] = [];
  const warnings: string[] = [];
  const names = new Set<string>();

  const output: BatchOutput = {
    async add(name, content, rows) {
      signal.throwIfAborted();
      // A file whose message is told twice, as made and as changed.
      if (names.has(name)) return;
      names.add(name);
      const entry = await zip.add(name, content);
      entries.push(rows ? {...entry, rows: rows()} : entry);
    },
    async open(file) {
      const {postId, fileId, name, path, size, sha256} = file;
      if (!(await canBeRead(files, path))) {
        output.warn(`The file ${name} (${fileId}) of the post ${postId} cannot be read: ${path}`);
        return undefined;
      }
      const attached = {id: fileId, postid: postId, name, path, size, sha256};
      const content = attachedContent(files, attached, (actual) =>
        output.warn(
          `The file ${name} (${fileId}) of the post ${postId} has changed since it was uploaded: it has ${inBytes(actual)}, and had ${inBytes(file)}. It is exported as it is now.`,
        ),
      );
      return Readable.from(content, {objectMode: false});
    },
    warn(text) {
      if (!warnings.includes(text)) warnings.push(text);
    },
    async deliver(name, envelope, content) {
      if (!send) return output.add(name, content);
      signal.throwIfAborted();
      const hash = createHash('sha256');
      let bytes = 0;
      const counted = Readable.from(
        (async function* () {
          for await (const chunk of content as AsyncIterable<Buffer>) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        })(),
        {objectMode: false},
      );
      const {response} = await unlessAborted(send(envelope, counted), signal);
      sent.push({name, bytes, sha256: hash.digest('hex'), response});
    },
  };

  await FORMATS[order.format](batch, output);
  if (warnings.length > 0) await output.add('warning.txt', Buffer.from(`${warnings.join('\n')}\n`));
  return {
    format: 'patchbay-compliance-export',
    version: 1,
    job_id: order.jobId,
    batch: batch.number,
    export_format: order.format,
    server,
    posts: {after: order.range.after, up_to: batch.next, count: batch.posts},
    members: {after: order.range.memberSince, up_to: batch.endTime},
    entries,
    sent,
    warnings,
    previous: order.previous,
  };
}

function inBytes({size, sha256}: ContentDigest): string {
  return `${size} bytes${sha256 === '' ? '' : ` with the SHA-256 ${sha256}`}`;
}

/** What is promised, or the signal's reason as soon as it aborts: a mail server may take half an hour to be silent. */
async function unlessAborted<T>(promised: Promise<T>, signal: AbortSignal): Promise<T> {
  const {promise: aborted, reject} = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, {once: true});
  try {
    return await Promise.race([promised, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
