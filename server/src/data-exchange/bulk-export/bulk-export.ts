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
import {exportLines, type FileNames} from './export-lines.ts';
import {countPosts} from './store.ts';

export interface ExportProgress {
  lines: number;
  /** From 0 to 1. */
  share: number;
}

export interface ExportResult {
  /** Lines by their type, the version line left out. */
  lines: Record<string, number>;
  /** Files in the bundle. */
  files: number;
  /** Paths of files that the database knows and the file store does not have. */
  missing: string[];
  /** Paths of files that are in the bundle, and are no longer what was uploaded. */
  changed: string[];
}

// A zip has a time for each entry; the same contents make the same file.
const ENTRY_TIME = new Date(Date.UTC(2024, 0, 1));

/** A file of the bundle: its path in it, and where its bytes are. */
interface BundledFile {
  path: string;
  storedAs: string;
  /** Of a file that was uploaded. */
  expected?: ContentDigest;
}

/** Writes everything that an import file can hold: the mirror image of the import. */
export function createBulkExport({
  database,
  fileStore,
  version,
}: {
  database: Database;
  fileStore: FileStore;
  /** Of the product; the export says which one has made it. */
  version: string;
}) {
  /** Runs `read` in a transaction that sees the database as it is now, however long it takes. */
  function atOneMoment<Result>(read: (db: Queryable) => Promise<Result>): Promise<Result> {
    return database.transaction(async (tx) => {
      await tx.execute({text: 'set transaction isolation level repeatable read, read only'});
      // A slow disk, or a reader of our output, may take its time between two statements.
      await tx.execute({text: 'set local idle_in_transaction_session_timeout = 0'});
      return read(tx);
    });
  }

  /** The lines as text, some at a time. */
  async function* serialised(
    db: Queryable,
    names: FileNames | undefined,
    result: ExportResult,
    onProgress: (progress: ExportProgress) => void,
  ): AsyncGenerator<string> {
    const total = await countPosts(db);
    let lines = 0;
    let posts = 0;
    for await (const some of exportLines(db, {files: names, version})) {
      let text = '';
      for (const line of some as {type: string}[]) {
        text += `${JSON.stringify(line)}\n`;
        if (line.type === 'version') continue;
        result.lines[line.type] = (result.lines[line.type] ?? 0) + 1;
        if (line.type === 'post' || line.type === 'direct_post') posts++;
        lines++;
      }
      if (text === '') continue;
      yield text;
      onProgress({lines, share: total === 0 ? 1 : posts / total});
    }
  }

  return {
    /**
     * Writes an export to a file: for `.zip` a bundle with all files, for `.gz` gzip, else plain lines, which have
     * neither files nor what needs them. The file has its name only when it is whole and on the disk. `-` is standard
     * output.
     *
     * @throws AppError when the file cannot be written; then nothing of it is left
     */
    async write(
      file: string,
      onProgress: (progress: ExportProgress) => void = () => {},
    ): Promise<ExportResult> {
      const result: ExportResult = {lines: {}, files: 0, missing: [], changed: []};
      if (file === '-') {
        await atOneMoment((db) =>
          pipeline(Readable.from(serialised(db, undefined, result, onProgress)), process.stdout, {
            end: false,
          }),
        );
        return result;
      }
      const temporary = `${file}.part`;
      try {
        if (file.endsWith('.zip')) await writeBundle(temporary, result, onProgress);
        else {
          await atOneMoment((db) => {
            const lines = Readable.from(serialised(db, undefined, result, onProgress));
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
        throw isOfTheFile(error) ? notWritten(file, error) : error;
      }
      return result;
    },
  };

  async function writeBundle(
    target: string,
    result: ExportResult,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<void> {
    const zip = new yazl.ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(target));
    // Whatever comes first: the disk fails, or what is to be written does.
    const failed = new Promise<never>((_, reject) => {
      written.catch(reject);
      zip.on('error', reject);
    });
    failed.catch((error) => (zip.outputStream as Readable).destroy(error));
    const bundled = await atOneMoment(async (db) => {
      const files: BundledFile[] = [];
      const names = fileNames(files, result);
      const lines = Readable.from(serialised(db, names, result, onProgress), {objectMode: false});
      zip.addReadStream(lines, 'import.jsonl', {
        compressionLevel: 1,
        forceZip64Format: true,
        mtime: ENTRY_TIME,
      });
      await Promise.race([once(lines, 'end'), failed]);
      return files;
    });
    for (const {path, storedAs, expected} of bundled) {
      // Stored as it is: what people attach is mostly packed already.
      zip.addReadStreamLazy(`data/${path}`, {compress: false, mtime: ENTRY_TIME}, (callback) => {
        fileStore.read(storedAs).then(
          (stream) => callback(null, expected ? noticing(stream, expected, storedAs, result) : stream),
          (error) => callback(error, Readable.from([])),
        );
      });
    }
    zip.end();
    result.files = bundled.length;
    await Promise.race([written, failed]);
  }

  /** Names the files of a bundle by what they belong to, and takes them down in `files`. */
  function fileNames(files: BundledFile[], {missing}: ExportResult): FileNames {
    let attachments = 0;
    const take = async (path: string, storedAs: string, expected?: ContentDigest) => {
      if (!(await fileStore.exists(storedAs))) {
        missing.push(storedAs);
        return undefined;
      }
      files.push({path, storedAs, expected});
      return path;
    };
    return {
      emoji: ({id, name}) => take(`emoji/${name}`, emojiImagePath(id)),
      picture: ({id, username}) => take(`pictures/${username}.png`, userImagePath(id)),
      attachment: ({name, path, size, sha256}) =>
        take(`files/${String(++attachments).padStart(8, '0')}/${name}`, path, {size, sha256}),
    };
  }
}

/** The content as it is; the result has its path if it is not what was uploaded. */
function noticing(
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

/** Whether the file system has refused something, and not the network. */
function isOfTheFile(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && !isConnectionLost(error);
}

function notWritten(file: string, cause: Error): AppError {
  return new AppError({
    id: 'app.export.file.app_error',
    message: `${file} could not be written, and nothing of it was kept: ${cause.message}. Make room for it, or name another place.`,
    status: 500,
    cause,
  });
}
