import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {open, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGzip} from 'node:zlib';
import yazl from 'yazl';
import {emojiImagePath} from '../../messaging/emoji/emoji.ts';
import {userImagePath} from '../../messaging/profile-images/profile-images.ts';
import type {Database} from '../../platform/database/database.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {type ContentDigest, verifiedContent} from '../../platform/file-store/verified-content.ts';
import {EVERYTHING, type ExportContents, exportLines, type FileNames} from './export-lines.ts';
import {countPosts} from './store.ts';

export type {ExportContents} from './export-lines.ts';

export interface ExportProgress {
  lines: number;
  /** The completed share, from 0 to 1. */
  share: number;
}

export interface ExportResult {
  /** Number of lines by type, without the version line. */
  lines: Record<string, number>;
  /** Files in the bundle. */
  files: number;
  /** Paths of files that are in the database but not in the file store. */
  missing: string[];
  /** Paths of files in the bundle whose content changed since their upload. */
  changed: string[];
}

// A zip stores a time for each entry. A fixed one makes the same content produce the same file.
const ENTRY_TIME = new Date(Date.UTC(2024, 0, 1));

/** A file of the bundle: its path in the bundle and in the file store. */
interface BundledFile {
  path: string;
  storedAs: string;
  /** For uploaded files only. */
  expected?: ContentDigest;
}

interface BundleOptions {
  contents?: ExportContents;
  onProgress?(progress: ExportProgress): void;
  /** Stops the export when it aborts. */
  signal?: AbortSignal;
}

/** Exports everything that the import format can represent. */
export function createBulkExport({
  database,
  fileStore,
  version,
}: {
  database: Database;
  fileStore: FileStore;
  /** The product version, which the export names. */
  version: string;
}) {
  /** Runs `read` in a transaction with a consistent snapshot of the database, however long it takes. */
  function withSnapshot<Result>(read: (db: Queryable) => Promise<Result>): Promise<Result> {
    return database.transaction(async (tx) => {
      await tx.execute({text: 'set transaction isolation level repeatable read, read only'});
      // A slow disk or reader of the output may cause long pauses between statements.
      await tx.execute({text: 'set local idle_in_transaction_session_timeout = 0'});
      return read(tx);
    });
  }

  /** The lines as text, in batches. */
  async function* serialize(
    db: Queryable,
    names: FileNames | undefined,
    result: ExportResult,
    {contents = EVERYTHING, onProgress, signal}: BundleOptions,
  ): AsyncGenerator<string> {
    const total = await countPosts(db);
    let lines = 0;
    let posts = 0;
    for await (const batch of exportLines(db, {files: names, version, contents})) {
      signal?.throwIfAborted();
      let text = '';
      for (const line of batch as {type: string}[]) {
        text += `${JSON.stringify(line)}\n`;
        if (line.type === 'version') continue;
        result.lines[line.type] = (result.lines[line.type] ?? 0) + 1;
        if (line.type === 'post' || line.type === 'direct_post') posts++;
        lines++;
      }
      if (text === '') continue;
      yield text;
      onProgress?.({lines, share: total === 0 ? 1 : posts / total});
    }
  }

  return {
    /**
     * Writes an export to a file: `.zip` is a bundle with all files, `.gz` is gzip, anything else is plain lines
     * without files and without what depends on them. The file gets its final name when it is complete and on disk. `-`
     * is standard output.
     *
     * @throws AppError if the file cannot be written; no partial file remains
     */
    async write(
      file: string,
      onProgress: (progress: ExportProgress) => void = () => {},
    ): Promise<ExportResult> {
      const result: ExportResult = {lines: {}, files: 0, missing: [], changed: []};
      if (file === '-') {
        await withSnapshot((db) =>
          pipeline(Readable.from(serialize(db, undefined, result, {onProgress})), process.stdout, {
            end: false,
          }),
        );
        return result;
      }
      const temporary = `${file}.part`;
      try {
        if (file.endsWith('.zip')) {
          const store = (zip: Readable) => pipeline(zip, createWriteStream(temporary));
          await writeBundle(store, result, {onProgress});
        } else {
          await withSnapshot((db) => {
            const lines = Readable.from(serialize(db, undefined, result, {onProgress}));
            const target = createWriteStream(temporary);
            return file.endsWith('.gz')
              ? pipeline(lines, createGzip({level: 1}), target)
              : pipeline(lines, target);
          });
        }
        await syncToDisk(temporary);
        await rename(temporary, file);
        await syncToDisk(dirname(file));
      } catch (error) {
        await rm(temporary, {force: true});
        throw isFileSystemError(error) ? writeError(file, error) : error;
      }
      return result;
    },

    /**
     * Writes a bundle to a file store under its final name, or leaves nothing.
     *
     * @throws AppError if the file cannot be stored; the reason of the signal
     */
    async writeToStore(store: FileStore, path: string, options: BundleOptions): Promise<ExportResult> {
      const result: ExportResult = {lines: {}, files: 0, missing: [], changed: []};
      await writeBundle((zip) => store.write(path, zip), result, options);
      return result;
    },
  };

  /** Writes a bundle, and passes its content to `store`. */
  async function writeBundle(
    store: (zip: Readable) => Promise<unknown>,
    result: ExportResult,
    options: BundleOptions,
  ): Promise<void> {
    const {contents = EVERYTHING, signal} = options;
    signal?.throwIfAborted();
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as Readable;
    const written = store(output);
    // Rejects with the first failure: of writing the bundle, of reading its content, or the signal's reason.
    const failed = new Promise<never>((_, reject) => {
      written.catch(reject);
      zip.on('error', reject);
      signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
    });
    // Without a listener, the error would end the process.
    output.on('error', () => {});
    failed.catch((error) => output.destroy(error));
    try {
      await fillBundle(zip, result, {...options, contents, failed});
      await Promise.race([written, failed]);
    } catch (error) {
      // The store removes the incomplete bundle.
      await written.catch(() => {});
      throw error;
    }
  }

  /** Adds the lines and the files, and ends the bundle. `failed` rejects if it can't be written. */
  async function fillBundle(
    zip: yazl.ZipFile,
    result: ExportResult,
    {contents, failed, ...options}: BundleOptions & {contents: ExportContents; failed: Promise<never>},
  ): Promise<void> {
    const bundled = await withSnapshot(async (db) => {
      const files: BundledFile[] = [];
      const names = fileNames(files, result, contents);
      const lines = Readable.from(serialize(db, names, result, {...options, contents}), {
        objectMode: false,
      });
      zip.addReadStream(lines, 'import.jsonl', {
        compressionLevel: 1,
        forceZip64Format: true,
        mtime: ENTRY_TIME,
      });
      await Promise.race([once(lines, 'end'), failed]);
      return files;
    });
    for (const {path, storedAs, expected} of bundled) {
      // Not compressed: most attachments already are.
      zip.addReadStreamLazy(`data/${path}`, {compress: false, mtime: ENTRY_TIME}, (callback) => {
        fileStore.read(storedAs).then(
          (stream) =>
            callback(null, expected ? withVerification(stream, expected, storedAs, result) : stream),
          (error) => callback(error, Readable.from([])),
        );
      });
    }
    zip.end();
    result.files = bundled.length;
  }

  /** Returns functions that name the files of a bundle and add them to `files`. */
  function fileNames(files: BundledFile[], {missing}: ExportResult, contents: ExportContents): FileNames {
    let attachments = 0;
    const add = async (path: string, storedAs: string, expected?: ContentDigest) => {
      if (!(await fileStore.exists(storedAs))) {
        missing.push(storedAs);
        return undefined;
      }
      files.push({path, storedAs, expected});
      return path;
    };
    return {
      emoji: ({id, name}) => add(`emoji/${name}`, emojiImagePath(id)),
      ...(contents.pictures && {
        picture: ({id, username}) => add(`pictures/${username}.png`, userImagePath(id)),
      }),
      ...(contents.attachments && {
        attachment: ({name, path, size, sha256}) =>
          add(`files/${String(++attachments).padStart(8, '0')}/${name}`, path, {size, sha256}),
      }),
    };
  }
}

/** Passes the content through and adds its path to the result if it changed since the upload. */
function withVerification(
  content: Readable,
  expected: ContentDigest,
  storedAs: string,
  result: ExportResult,
): Readable {
  const verified = verifiedContent(content, expected, () => result.changed.push(storedAs));
  return Readable.from(verified, {objectMode: false});
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

/** Whether the error is from the file system and not from the network. */
function isFileSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && !isConnectionLost(error);
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function writeError(file: string, cause: NodeJS.ErrnoException): AppError {
  const reason = cause.code === 'ENOENT' ? 'the directory does not exist' : cause.message;
  const action = NO_SPACE.has(cause.code ?? '') ? 'Free some space, or choose' : 'Choose';
  return new AppError({
    id: 'app.export.file.app_error',
    message: `${file} could not be written, and no partial file was kept: ${reason}. ${action} another location.`,
    status: 500,
    cause,
  });
}
