import {createHash, type Hash} from 'node:crypto';
import {mkdir, open, opendir, readdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {Readable} from 'node:stream';
import {newId} from '../database/ids.ts';
import {AppError} from '../errors/app-error.ts';

/** What a file's content may come from. A stream is read to its end, or destroyed. */
export type FileContent = AsyncIterable<Uint8Array> | Uint8Array;

export interface StoredFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

/**
 * Files by path. A path is relative, of names separated by slashes; nothing in it leads out of the store. On this
 * interface a store for a remote bucket can stand in for the directory.
 */
export interface FileStore {
  /**
   * Stores the content under the path, in the place of what was there. Either all of it is there when this returns,
   * and survives a power cut, or nothing has changed.
   *
   * @returns its bytes, and their SHA-256 in hexadecimal.
   * @throws AppError 507 when the disk is full, 500 when the disk fails; or whatever the content's stream throws.
   */
  write(path: string, content: FileContent): Promise<{size: number; sha256: string}>;
  /**
   * The content, or the bytes from `start` to `end`, both included. Read it or destroy it.
   *
   * @throws AppError 404 if there is no such file.
   */
  read(path: string, range?: {start: number; end: number}): Promise<Readable>;
  /** Bytes; undefined if there is no such file. */
  size(path: string): Promise<number | undefined>;
  exists(path: string): Promise<boolean>;
  /** Stores the content of one path under another too. @throws AppError as `read` and `write` do. */
  copy(from: string, to: string): Promise<void>;
  /** Removes the file; that there is none is no fault. */
  remove(path: string): Promise<void>;
  /** All files below a folder, or of the whole store, in order of their paths; none if there is no such folder. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /**
   * Runs `work` with the name of a file of this machine that holds the content while `work` runs, for libraries that
   * read by name. It must not be written to.
   */
  withLocalFile<Result>(path: string, work: (name: string) => Promise<Result>): Promise<Result>;
  /** Removes what writes that never ended, because the process did, have left behind more than a day ago. */
  removeAbandoned(): Promise<void>;
}

/** Where a file is while it is being written; no path of the store begins with a dot. */
const INCOMING = '.incoming';
const DAY = 24 * 60 * 60 * 1000;
const NAME = /^(?!\.)[^/\\\0]+$/;
const MAX_NAME_BYTES = 255;

/** A file store in a directory of this machine: files are for the server's account only (0600, directories 0700). */
export function createFileStore({directory}: {directory: string}): FileStore {
  const root = resolve(directory);

  function locate(path: string): string {
    for (const name of path.split('/')) {
      if (!NAME.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
        throw new Error(`${JSON.stringify(path)} is no path of the file store.`);
      }
    }
    return join(root, path);
  }

  async function write(path: string, content: FileContent) {
    const target = locate(path);
    const temporary = join(root, INCOMING, newId());
    const tally = {size: 0, hash: createHash('sha256'), contentFailed: false};
    try {
      await makeDirectory(dirname(temporary));
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
      // What comes out of the content's stream is its owner's to explain.
      throw tally.contentFailed ? error : writeError(error, path);
    }
    return {size: tally.size, sha256: tally.hash.digest('hex')};
  }

  /** Removes the folders that have become empty, up to the root. */
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
    const directory = folder === undefined ? root : locate(folder);
    const entries = await readdir(directory, {withFileTypes: true}).catch(ifMissing([]));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!NAME.test(entry.name)) continue;
      const path = folder === undefined ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* list(path);
      else {
        const facts = await stat(locate(path)).catch(ifMissing(undefined));
        if (facts) yield {path, size: facts.size, modifiedAt: Math.trunc(facts.mtimeMs)};
      }
    }
  }

  async function sizeOf(path: string): Promise<number | undefined> {
    const facts = await stat(locate(path)).catch(ifMissing(undefined));
    return facts?.isFile() ? facts.size : undefined;
  }

  async function read(path: string, range?: {start: number; end: number}): Promise<Readable> {
    const file = await open(locate(path), 'r').catch(ifMissing(undefined));
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
      const target = locate(path);
      await rm(target, {force: true});
      await removeEmptyFolders(dirname(target));
    },

    list,

    withLocalFile: (path, work) => work(locate(path)),

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

// Each attempt fails because another write or removal was quicker, so only a folder that cannot be made takes so many.
const ATTEMPTS = 100;

// What making a folder, or moving a file into it, answers when the folder or its parent is removed meanwhile. Node
// answers ENOTDIR when it finds a parent made by another write and the parent is gone when it looks at it again.
const REMOVED_MEANWHILE = new Set(['ENOENT', 'ENOTDIR']);

/** Gives a finished file its name, so that it keeps it through a power cut. */
async function moveInto(temporary: string, target: string): Promise<void> {
  const folder = dirname(target);
  for (let attempt = 1; ; attempt++) {
    try {
      await makeDirectory(folder);
      await rename(temporary, target);
      break;
    } catch (error) {
      // Removing the last file of a folder removes the folder too: before the rename, or while it was being made.
      if (!REMOVED_MEANWHILE.has(codeOf(error) ?? '') || attempt === ATTEMPTS) throw error;
    }
  }
  await syncDirectory(folder);
}

async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, {recursive: true, mode: 0o700});
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await syncDirectory(dirname(folder));
  }
}

// A name is in its directory for good only when the directory is on disk too.
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

/** Turns the error that says that there is no such file into a value, and throws every other. */
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
      message:
        'The server has no room left for this file; nothing was stored. Tell an administrator, then try again.',
      status: 507,
      detail: `writing ${path}`,
      cause: error,
    });
  }
  return new AppError({
    id: 'api.file.write_file.app_error',
    message: 'The server could not store the file. The log has the cause under the request id.',
    status: 500,
    detail: `writing ${path}`,
    cause: error,
  });
}

function fileMissing(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.app_error',
    message: 'The content of this file is not on the server any more.',
    status: 404,
    detail: `reading ${path}`,
  });
}
