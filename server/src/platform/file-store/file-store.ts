import {createHash, type Hash} from 'node:crypto';
import {mkdir, open, opendir, readdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {Readable} from 'node:stream';
import {newId} from '../database/ids.ts';
import {AppError} from '../errors/app-error.ts';

/** The content of a file. A stream is read to its end or destroyed. */
export type FileContent = AsyncIterable<Uint8Array> | Uint8Array;

export interface StoredFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

/**
 * Stores files by path. A path is relative, with slashes, and can't refer to anything outside the store. This interface
 * could also be implemented for a remote bucket.
 */
export interface FileStore {
  /**
   * Stores the content under the path and replaces an existing file. It is atomic and survives a power failure.
   *
   * @returns the size in bytes, and the SHA-256 in hexadecimal
   * @throws AppError 507 if the disk is full, 500 if the disk fails; also errors of the content's stream
   */
  write(path: string, content: FileContent): Promise<{size: number; sha256: string}>;
  /**
   * The content, or the bytes from `start` to `end` (inclusive). Read or destroy the stream.
   *
   * @throws AppError 404 if the file doesn't exist
   */
  read(path: string, range?: {start: number; end: number}): Promise<Readable>;
  /** The size in bytes; undefined if the file doesn't exist. */
  size(path: string): Promise<number | undefined>;
  exists(path: string): Promise<boolean>;
  /** Copies a file. @throws AppError like `read` and `write` */
  copy(from: string, to: string): Promise<void>;
  /** Removes the file if it exists. */
  remove(path: string): Promise<void>;
  /** All files in a folder and its subfolders, or in the whole store, in order of their paths. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /**
   * Runs `work` with the name of a local file with the content, for libraries that read files by name. The file must not
   * be changed.
   */
  withLocalFile<Result>(path: string, work: (name: string) => Promise<Result>): Promise<Result>;
  /** Removes incomplete files that a killed process left more than a day ago. */
  removeAbandoned(): Promise<void>;
}

/** The folder of incomplete files. Paths in the store can't start with a dot. */
const INCOMING = '.incoming';
const DAY = 24 * 60 * 60 * 1000;
const NAME = /^(?!\.)[^/\\\0]+$/;
const MAX_NAME_BYTES = 255;

/** A file store in a local directory. Only the server account can access the files (0600, directories 0700). */
export function createFileStore({directory}: {directory: string}): FileStore {
  const root = resolve(directory);

  function resolvePath(path: string): string {
    for (const name of path.split('/')) {
      if (!NAME.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
        throw new Error(`${JSON.stringify(path)} is not a valid path in the file store.`);
      }
    }
    return join(root, path);
  }

  async function write(path: string, content: FileContent) {
    const target = resolvePath(path);
    const temporary = join(root, INCOMING, newId());
    const tally = {size: 0, hash: createHash('sha256'), contentFailed: false};
    try {
      await createDirectory(dirname(temporary));
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(tallied(content, tally));
        await file.sync();
      } finally {
        await file.close();
      }
      await moveInto(temporary, target);
    } catch (error) {
      if (content instanceof Readable) content.destroy();
      await rm(temporary, {force: true}).catch(() => {});
      // Errors of the content's stream are for the caller to handle.
      throw tally.contentFailed ? error : writeError(error, path);
    }
    return {size: tally.size, sha256: tally.hash.digest('hex')};
  }

  /** Removes empty parent folders, up to the root. */
  async function removeEmptyFolders(folder: string): Promise<void> {
    if (folder === root) return;
    try {
      await rmdir(folder);
    } catch {
      return;
    }
    await removeEmptyFolders(dirname(folder));
  }

  async function* list(folder?: string): AsyncIterable<StoredFile> {
    const directory = folder === undefined ? root : resolvePath(folder);
    const entries = await readdir(directory, {withFileTypes: true}).catch(ifMissing([]));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!NAME.test(entry.name)) continue;
      const path = folder === undefined ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* list(path);
      else {
        const facts = await stat(resolvePath(path)).catch(ifMissing(undefined));
        if (facts) yield {path, size: facts.size, modifiedAt: Math.trunc(facts.mtimeMs)};
      }
    }
  }

  async function sizeOf(path: string): Promise<number | undefined> {
    const facts = await stat(resolvePath(path)).catch(ifMissing(undefined));
    return facts?.isFile() ? facts.size : undefined;
  }

  async function read(path: string, range?: {start: number; end: number}): Promise<Readable> {
    const file = await open(resolvePath(path), 'r').catch(ifMissing(undefined));
    if (!file) throw fileMissing(path);
    return file.createReadStream(range);
  }

  return {
    write,
    read,
    size: sizeOf,
    exists: async (path) => (await sizeOf(path)) !== undefined,

    async copy(from, to) {
      await write(to, await read(from));
    },

    async remove(path) {
      const target = resolvePath(path);
      await rm(target, {force: true});
      await removeEmptyFolders(dirname(target));
    },

    list,

    withLocalFile: (path, work) => work(resolvePath(path)),

    async removeAbandoned() {
      const incoming = join(root, INCOMING);
      const entries = await opendir(incoming).catch(ifMissing(undefined));
      for await (const {name} of entries ?? []) {
        const facts = await stat(join(incoming, name)).catch(ifMissing(undefined));
        if (facts && Date.now() - facts.mtimeMs > DAY) await rm(join(incoming, name), {force: true});
      }
    },
  };
}

async function* tallied(content: FileContent, tally: {size: number; hash: Hash; contentFailed: boolean}) {
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      tally.size += chunk.byteLength;
      tally.hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    tally.contentFailed = true;
    throw error;
  }
}

// An attempt fails if another write or removal is faster, so only a folder that cannot be created needs this many.
const ATTEMPTS = 100;

// Errors if the folder or its parent is removed concurrently. Node returns ENOTDIR if a parent that another write created
// disappears between two of its checks.
const REMOVED_CONCURRENTLY = new Set(['ENOENT', 'ENOTDIR']);

/** Renames a complete file, so that the rename survives a power failure. */
async function moveInto(temporary: string, target: string): Promise<void> {
  const folder = dirname(target);
  for (let attempt = 1; ; attempt++) {
    try {
      await createDirectory(folder);
      await rename(temporary, target);
      break;
    } catch (error) {
      // Removing the last file of a folder also removes the folder, which can happen at any time before the rename.
      if (!REMOVED_CONCURRENTLY.has(codeOf(error) ?? '') || attempt === ATTEMPTS) throw error;
    }
  }
  await syncDirectory(folder);
}

async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, {recursive: true, mode: 0o700});
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await syncDirectory(dirname(folder));
  }
}

// A new name survives a power failure only after the directory is synced.
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(ifMissing(undefined));
  if (!directory) return;
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** Handles ENOENT by returning `value`, and rethrows other errors. */
function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return value;
    throw error;
  };
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function writeError(error: unknown, path: string): AppError {
  if (NO_SPACE.has(codeOf(error) ?? '')) {
    return new AppError({
      id: 'api.file.write_file.no_space.app_error',
      message: 'The server has no space left for this file. Contact an administrator, then try again.',
      status: 507,
      detail: `writing ${path}`,
      cause: error,
    });
  }
  return new AppError({
    id: 'api.file.write_file.app_error',
    message: 'The server could not store the file. See the server log for this request id.',
    status: 500,
    detail: `writing ${path}`,
    cause: error,
  });
}

function fileMissing(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.app_error',
    message: 'The content of this file is no longer on the server.',
    status: 404,
    detail: `reading ${path}`,
  });
}
