import {mkdir, open, opendir, readdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {Readable} from 'node:stream';
import {newId} from '../database/ids.ts';
import type {FileContent, FileStore, StoredFile} from './file-store.ts';
import {fileMissing, writeError} from './store-errors.ts';
import {isStoreName, requireStorePath} from './store-paths.ts';
import {digestOf, newTally, tallied} from './tally.ts';
import {type ContentDigest, digestContent} from './verified-content.ts';

/** The folder of incomplete and temporary files. Paths in the store can't start with a dot. */
const INCOMING = '.incoming';
const DAY = 24 * 60 * 60 * 1000;

/** A file store in a local directory. Only the server account can access the files (0600, directories 0700). */
export function createLocalStore({directory}: {directory: string}): FileStore {
  const root = resolve(directory);

  function resolvePath(path: string): string {
    requireStorePath(path);
    return join(root, path);
  }

  /** Writes content to a new incomplete file, and returns its name. Nothing remains if it fails. */
  async function writeIncoming(content: FileContent, path: string, {durable}: {durable: boolean}) {
    const name = join(root, INCOMING, newId());
    const tally = newTally();
    try {
      await createDirectory(dirname(name));
      const file = await open(name, 'wx', 0o600);
      try {
        await file.writeFile(tallied(content, tally));
        if (durable) await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (content instanceof Readable) content.destroy();
      await rm(name, {force: true}).catch(() => {});
      // Errors of the content's stream are for the caller to handle.
      throw tally.failure ? error : writeError(error, path);
    }
    return {name, digest: digestOf(tally)};
  }

  async function write(path: string, content: FileContent): Promise<ContentDigest> {
    const target = resolvePath(path);
    const {name, digest} = await writeIncoming(content, path, {durable: true});
    await moveInto(name, target).catch(async (error) => {
      await rm(name, {force: true}).catch(() => {});
      throw writeError(error, path);
    });
    return digest;
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
      if (!isStoreName(entry.name)) continue;
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

    async digest(path) {
      if ((await sizeOf(path)) === undefined) return undefined;
      return digestContent(await read(path));
    },

    async copy(from, to) {
      await write(to, await read(from));
    },

    async remove(path) {
      const target = resolvePath(path);
      await rm(target, {force: true});
      await removeEmptyFolders(dirname(target));
    },

    async removeFolder(folder) {
      const target = folder === undefined ? root : resolvePath(folder);
      await rm(target, {recursive: true, force: true});
      if (folder !== undefined) await removeEmptyFolders(dirname(target));
    },

    list,

    withLocalFile: (path, work) => work(resolvePath(path)),

    async withTemporaryFile(content, work) {
      const {name} = await writeIncoming(content, 'a temporary file', {durable: false});
      try {
        return await work(name);
      } finally {
        await rm(name, {force: true});
      }
    },

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
  const create = () => mkdir(path, {mode: 0o700});
  try {
    // The option `recursive` would never return in /proc (platform/file-system/create-directory.ts).
    await create().catch(async (error) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await createDirectory(dirname(path));
      await create();
    });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await syncDirectory(dirname(path));
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
