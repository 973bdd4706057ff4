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

/** The signed content of a report's `manifest.json`: its query and its entries. */
export interface ReportManifest {
  format: 'patchbay-compliance-report';
  version: 1;
  report_id: string;
  server: {id: string; version: string};
  /** The time of the database snapshot, in milliseconds. */
  state_of: number;
  window: {start_at: number; end_at: number; start: string; end: string};
  query: string;
  entries: (ZipEntry & {rows?: number})[];
  /** Files whose content is no longer in the file store. */
  missing_files: {file_id: string; post_id: string; name: string}[];
  /** Files whose content changed since their upload. Older reports, from before hashes were stored, lack this. */
  changed_files?: {
    file_id: string;
    post_id: string;
    name: string;
    uploaded: ContentDigest;
    now: ContentDigest;
  }[];
}

/** The parameters of a report's archive. */
export interface ReportRequest extends Selection {
  id: string;
  /** `adhoc`, or `daily`, whose `desc` is the day. */
  type: string;
  desc: string;
  includeFiles: boolean;
  /** The content of `meta.json`, once the number of rows is known. */
  meta(count: number): unknown;
}

// With more rows, an entry may exceed the 4 GB limit of the old zip format.
const MANY_ROWS = 1_000_000;
const FILES_PER_PAGE = 500;
/** The folder of attachments in the archive. */
const FILES = 'files/';
const PROGRESS_EVERY_BYTES = 4 << 20;

/**
 * Writes a report's archive with its final name, from one database snapshot, or leaves nothing: `posts.csv`,
 * attachments if requested, `meta.json`, and the signed `manifest.json`.
 *
 * @param onProgress is called with the rows written and expected; an error that it throws stops the work
 * @returns the number of posts
 */
export async function writeReportArchive(
  request: ReportRequest,
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
    archiveName(request),
    {archives, signer, directorySetting: 'ComplianceSettings.Directory'},
    (zip) => {
      const fill = async (snapshot: Snapshot): Promise<ReportManifest> => {
        const stateOf = Date.now();
        const expected = (await snapshot.row<{count: number}>(countOf(request)))!.count;
        const rows = new RowCounter();
        const posts = await zip.add(
          'posts.csv',
          csvBytes(snapshot, request, rows, signal, (n) => onProgress(n, expected)),
          {large: expected > MANY_ROWS},
        );
        const attached = request.includeFiles
          ? await addFiles(snapshot, zip, request, files, signal)
          : NO_FILES;
        const meta = await zip.add(
          'meta.json',
          Buffer.from(`${JSON.stringify(request.meta(rows.count), null, 2)}\n`),
        );
        return {
          format: 'patchbay-compliance-report',
          version: 1,
          report_id: request.id,
          server,
          state_of: stateOf,
          window: {
            start_at: request.startAt,
            end_at: request.endAt,
            start: new Date(request.startAt).toISOString(),
            end: new Date(request.endAt).toISOString(),
          },
          query: describeQuery(request),
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

/** Describes the query in words. */
function describeQuery({startAt, endAt, emails, keywords}: Selection): string {
  const time = (millis: number) => new Date(millis).toISOString();
  return [
    `Posts created from ${time(startAt)} and before ${time(endAt)}`,
    emails === '' ? 'by anyone' : `by ${emails}`,
    ...(keywords === '' ? [] : [`containing any of: ${keywords}`]),
    'in all channels and direct messages, including deleted posts and earlier versions.',
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

/** Counts the rows of a CSV stream: line ends outside quotes. */
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
    const page = await snapshot.rows<ReportFileRow>(filesOf(selection, after, FILES_PER_PAGE));
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
    if (page.length < FILES_PER_PAGE || !last) return {entries, missing, changed};
    after = {createAt: last.createat, id: last.id};
  }
}

/** Whether an entry is an attachment. */
export function isFileEntry(name: string): boolean {
  return name.startsWith(FILES);
}

/** The version of an archive for its ETag. An archive never changes. */
export function archiveVersion(reportId: string): string {
  return createHash('sha256').update(reportId).digest('hex').slice(0, 32);
}
