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

/**
 * The signed content of a batch's `manifest.json`. Each manifest names the previous batch, so that a gap is visible.
 */
export interface ExportManifest {
  format: 'patchbay-compliance-export';
  version: 1;
  job_id: string;
  batch: number;
  export_format: FormatName;
  server: {id: string; version: string};
  /** Posts after one position and up to the other, by the time of their last change in milliseconds, and id. */
  posts: {after: Cursor; up_to: Cursor; count: number};
  /** Joins and leaves after one time and up to the other, in milliseconds. */
  members: {after: number; up_to: number};
  entries: (ZipEntry & {rows?: number})[];
  /** Emails that were sent rather than stored. */
  sent: {name: string; bytes: number; sha256: string; response: string}[];
  warnings: string[];
  /** The previous batch in the scheduled chain; null for the first one, and for a requested window. */
  previous: {path: string; manifest_sha256: string} | null;
}

export type SendEmail = (
  envelope: {from: string; to: readonly string[]},
  content: Readable,
) => Promise<{response: string}>;

/** The batch to write, and its export. */
export interface BatchTask {
  range: BatchRange;
  /** A path in the export directory. */
  directory: string;
  jobId: string;
  format: FormatName;
  previous: ExportManifest['previous'];
}

/** A batch in the export directory. */
export interface WrittenBatch extends Pick<ReadBatch, 'posts' | 'next' | 'endTime' | 'last'> {
  path: string;
  /** In hexadecimal. */
  manifestSha256: string;
  warnings: number;
}

/** The dependencies of writing batches. */
export interface BatchDependencies {
  database: Database;
  archives: FileStore;
  files: FileStore;
  signer: ManifestSigner;
  server: {id: string; version: string};
  /** Sends emails; without it, emails are stored in the archive. */
  send?: SendEmail;
}

/**
 * Reads a batch and writes it as an archive with its final name, or leaves nothing.
 *
 * @returns undefined if there were no messages and no membership changes
 * @throws errors of the database, the file store or the mail server
 */
export async function writeBatch(
  order: BatchTask,
  {signal, ...dependencies}: BatchDependencies & {signal: AbortSignal},
): Promise<WrittenBatch | undefined> {
  const {database, archives, signer} = dependencies;
  const {range, directory} = order;
  return readBatch(database, range, {signal}, async (batch) => {
    const {posts, next, endTime, last} = batch;
    const name = `batch${String(range.number).padStart(3, '0')}-${range.after.time}-${endTime}.zip`;
    const path = `${directory}/${name}`;
    const place = {archives, signer, directorySetting: 'ExportSettings.Directory'};
    const {manifest, manifestSha256} = await writeArchive(path, place, (zip) =>
      fillBatch(zip, batch, order, {...dependencies, signal}),
    );
    return {path, posts, next, endTime, last, manifestSha256, warnings: manifest.warnings.length};
  });
}

async function fillBatch(
  zip: ZipWriter,
  batch: ReadBatch,
  order: BatchTask,
  {
    files,
    server,
    signal,
    send,
  }: Omit<BatchDependencies, 'database' | 'archives' | 'signer'> & {signal: AbortSignal},
): Promise<ExportManifest> {
  const entries: ExportManifest['entries'] = [];
  const sent: ExportManifest['sent'] = [];
  const warnings: string[] = [];
  const names = new Set<string>();

  const output: BatchOutput = {
    async add(name, content, rows) {
      signal.throwIfAborted();
      // The message of a file may be exported twice, as created and as changed.
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
          `The file ${name} (${fileId}) of the post ${postId} has changed since it was uploaded: it was ${describeContent(file)}, and is now ${describeContent(actual)}. The current content is exported.`,
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

function describeContent({size, sha256}: ContentDigest): string {
  return `${size} bytes${sha256 === '' ? '' : ` with SHA-256 ${sha256}`}`;
}

/**
 * Waits for a promise, or throws the signal's reason as soon as it aborts. A mail server may take half an hour to time
 * out.
 */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const {promise: aborted, reject} = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, {once: true});
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
