import {createHash} from 'node:crypto';
import type {Database, Snapshot} from '../../platform/database/database.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {ContentDigest} from '../../platform/file-store/verified-content.ts';
import type {ZipEntry, ZipWriter} from '../../platform/formats/write-zip.ts';
import {safeEntryName} from '../../platform/formats/zip-entry-name.ts';
import {attachedContent, canBeRead} from '../compliance-content/compliance-content.ts';
import {type ManifestSigner, writeArchive} from '../signed-archives/signed-archives.ts';
import {countOf, csvOf, filesOf, PHASES, POSTS_CSV_HEADER, type Selection} from './report-rows.ts';
import type {ReportFileRow} from './store.ts';

/** What a report's archive holds and what it was asked for; `manifest.json` is this, signed. */
export interface ReportManifest {
  format: 'patchbay-compliance-report';
  version: 1;
  report_id: string;
  server: {id: string; version: string};
  /** When the database was in the state that the report is of, in milliseconds. */
  state_of: number;
  window: {start_at: number; end_at: number; start: string; end: string};
  query: string;
  entries: (ZipEntry & {rows?: number})[];
  /** Files of posts whose content is not in the file store any more. */
  missing_files: {file_id: string; post_id: string; name: string}[];
  /** Files in the archive that are not what was uploaded. Reports from before hashes were kept do not say. */
  changed_files?: {
    file_id: string;
    post_id: string;
    name: string;
    uploaded: ContentDigest;
    now: ContentDigest;
  }[];
}

/** A report as the archive is made of it. */
export interface ReportOrder extends Selection {
  id: string;
  /** `adhoc`, or `daily`, whose `desc` is the day. */
  type: string;
  desc: string;
  includeFiles: boolean;
  /** What `meta.json` says, once the number of rows is known. */
  meta(count: number): unknown;
}

// Rows beyond which an entry may pass the four gigabytes of the old format.
const MANY_ROWS = 1_000_000;
const FILES_A_PAGE = 500;
/** Where in an archive the files of posts are. */
const FILES = 'files/';
const PROGRESS_EVERY_BYTES = 4 << 20;

/**
 * Writes a report's archive under its final name, all of one state of the database, or leaves nothing: `posts.csv`,
 * the files if they were asked for, `meta.json`, and `manifest.json` with its signature.
 *
 * @param onProgress hears how many rows are in, and of how many; what it throws ends the work
 * @returns the number of posts
 */
export async function writeReportArchive(
  order: ReportOrder,
  {
    database,
    archives,
    files,
    signer,
    server,
    signal,
    onProgress,
  }: {
    database: Database;
    archives: FileStore;
    files: FileStore;
    signer: ManifestSigner;
    server: {id: string; version: string};
    signal: AbortSignal;
    onProgress: (rows: number, expected: number) => Promise<void>;
  },
): Promise<number> {
  const {manifest} = await writeArchive(
    archiveName(order),
    {archives, signer, directorySetting: 'ComplianceSettings.Directory'},
    (zip) => {
      const fill = async (snapshot: Snapshot): Promise<ReportManifest> => {
        const stateOf = Date.now();
        const expected = (await snapshot.row<{count: number}>(countOf(order)))!.count;
        const rows = new RowCounter();
        const posts = await zip.add(
          'posts.csv',
          csvBytes(snapshot, order, rows, signal, (n) => onProgress(n, expected)),
          {large: expected > MANY_ROWS},
        );
        const attached = order.includeFiles ? await addFiles(snapshot, zip, order, files, signal) : NO_FILES;
        const meta = await zip.add(
          'meta.json',
          Buffer.from(`${JSON.stringify(order.meta(rows.count), null, 2)}\n`),
        );
        return {
          format: 'patchbay-compliance-report',
          version: 1,
          report_id: order.id,
          server,
          state_of: stateOf,
          window: {
            start_at: order.startAt,
            end_at: order.endAt,
            start: new Date(order.startAt).toISOString(),
            end: new Date(order.endAt).toISOString(),
          },
          query: inWords(order),
          entries: [{...posts, rows: rows.count}, ...attached.entries, meta],
          missing_files: attached.missing,
          changed_files: attached.changed,
        };
      };
      return database.readSnapshot(fill, {signal});
    },
  );
  return manifest.entries[0]!.rows!;
}

/** The name of a report's archive in the compliance directory (docs/specification.md#compliance-reports). */
export function archiveName({id, type, desc}: {id: string; type: string; desc: string}): string {
  return type === 'daily' ? `daily-${desc}-${id}.zip` : `adhoc-${id}.zip`;
}

/** The query as a person would say it. */
function inWords({startAt, endAt, emails, keywords}: Selection): string {
  const time = (millis: number) => new Date(millis).toISOString();
  return [
    `Posts made from ${time(startAt)} on and before ${time(endAt)}`,
    emails === '' ? 'by anybody' : `by ${emails}`,
    ...(keywords === '' ? [] : [`that contain any of: ${keywords}`]),
    'in all channels and direct messages, deleted posts and earlier texts included.',
  ].join(' ');
}

const NO_FILES: {
  entries: ZipEntry[];
  missing: ReportManifest['missing_files'];
  changed: NonNullable<ReportManifest['changed_files']>;
} = {entries: [], missing: [], changed: []};

async function* csvBytes(
  snapshot: Snapshot,
  selection: Selection,
  rows: RowCounter,
  signal: AbortSignal,
  onProgress: (rows: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${POSTS_CSV_HEADER.join(',')}\n`);
  let sinceProgress = 0;
  for (const phase of PHASES) {
    for await (const chunk of snapshot.copyOut(csvOf(selection, phase)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      rows.see(chunk);
      yield chunk;
      sinceProgress += chunk.length;
      if (sinceProgress >= PROGRESS_EVERY_BYTES) {
        sinceProgress = 0;
        await onProgress(rows.count);
      }
    }
  }
}

/** Counts the rows of CSV as it passes: line ends that are not inside quotes. */
class RowCounter {
  count = 0;
  #inQuotes = false;

  see(chunk: Buffer): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === 0x22) this.#inQuotes = !this.#inQuotes;
      else if (byte === 0x0a && !this.#inQuotes) this.count++;
    }
  }
}

async function addFiles(
  snapshot: Snapshot,
  zip: ZipWriter,
  selection: Selection,
  files: FileStore,
  signal: AbortSignal,
): Promise<typeof NO_FILES> {
  const entries: ZipEntry[] = [];
  const missing: ReportManifest['missing_files'] = [];
  const changed: typeof NO_FILES.changed = [];
  let after = {createAt: 0, id: ''};
  for (;;) {
    const page = await snapshot.rows<ReportFileRow>(filesOf(selection, after, FILES_A_PAGE));
    for (const file of page) {
      signal.throwIfAborted();
      const inManifest = {file_id: file.id, post_id: file.postid, name: file.name};
      if (!(await canBeRead(files, file.path))) {
        missing.push(inManifest);
        continue;
      }
      const name = `${FILES}${file.postid}/${file.id}-${safeEntryName(file.name)}`;
      const content = attachedContent(files, file, (now) => {
        const {size, sha256} = file;
        changed.push({...inManifest, uploaded: {size, sha256}, now});
      });
      entries.push(await zip.add(name, content));
    }
    const last = page.at(-1);
    if (page.length < FILES_A_PAGE || !last) return {entries, missing, changed};
    after = {createAt: last.createat, id: last.id};
  }
}

/** Whether an entry of an archive is the file of a post. */
export function isFileEntry(name: string): boolean {
  return name.startsWith(FILES);
}

/** The version of an archive, for its ETag: it is written once and never changed. */
export function archiveVersion(reportId: string): string {
  return createHash('sha256').update(reportId).digest('hex').slice(0, 32);
}
