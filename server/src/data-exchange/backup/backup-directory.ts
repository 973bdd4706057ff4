import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {createFileStore, type FileStoreLocation} from '../../platform/file-store/create-file-store.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {createDirectory} from '../../platform/file-system/create-directory.ts';
import type {BackupPlace} from './backup-place.ts';
import {backupNotFound, writeError} from './errors.ts';
import {type BackupReason, REASONS} from './manifest.ts';

/** A backup in the backup directory. */
export interface BackupFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds. */
  createAt: number;
  reason: BackupReason;
  encrypted: boolean;
}

const DAY = 24 * 60 * 60 * 1000;

// The name holds everything that a list shows, so listing opens no file. An encrypted one would need its passphrase.
const NAME = new RegExp(
  `^patchbay-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3})Z-(${REASONS.join('|')})\\.zip(\\.encrypted)?$`,
);

/** The name of a backup that is created at `time` (milliseconds) for this reason. */
export function backupName(time: number, reason: BackupReason, encrypted: boolean): string {
  const stamp = new Date(time).toISOString().replace(/[:.]/g, '-');
  return `patchbay-${stamp}-${reason}.zip${encrypted ? '.encrypted' : ''}`;
}

/** Parses the name of a backup; undefined for any other name. */
function parseBackupName(name: string): Omit<BackupFile, 'size'> | undefined {
  const found = NAME.exec(name);
  if (!found) return undefined;
  const [, day, hours, minutes, seconds, millis, reason, ending] = found;
  const createAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`);
  if (Number.isNaN(createAt)) return undefined;
  return {name, createAt, reason: reason as BackupReason, encrypted: ending !== undefined};
}

/** The backups of an installation: in the backup directory, or in the bucket. Other files are ignored. */
export interface BackupDirectory {
  /** The backups, newest first. */
  list(): Promise<BackupFile[]>;
  has(name: string): Promise<boolean>;
  /** @throws AppError 404 if there is no such backup */
  require(name: string): Promise<void>;
  placeOf(name: string): BackupPlace;
  /** Prepares for a new backup. Removes incomplete files of processes that died more than a day ago. */
  prepare(): Promise<void>;
  /** Removes the incomplete file of an interrupted backup with this name. */
  removePartial(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Reads backups by name. */
  store: FileStore;
}

export function openBackupDirectory(location: FileStoreLocation): BackupDirectory {
  const found = location.driver === 'local' ? inDirectory(location) : inBucket(location);
  return {
    ...found,
    async require(name) {
      if (!(await found.has(name))) throw backupNotFound(name);
    },
    async list() {
      return (await found.list()).sort((a, b) => b.createAt - a.createAt || (a.name < b.name ? 1 : -1));
    },
  };
}

type Found = Omit<BackupDirectory, 'require'>;

// Doesn't use the file store, because the directory can be anywhere, and a partial backup must be on the same disk.
function inDirectory(location: FileStoreLocation & {driver: 'local'}): Found {
  const {directory} = location;
  const pathOf = (name: string) => join(directory, name);
  return {
    store: createFileStore(location),
    placeOf: (name) => ({file: pathOf(name)}),
    async list() {
      const backups: BackupFile[] = [];
      for (const name of await readdir(directory).catch(ifMissing([]))) {
        const parsed = parseBackupName(name);
        const stats = parsed && (await stat(pathOf(name)).catch(ifMissing(undefined)));
        if (stats?.isFile()) backups.push({...parsed!, size: stats.size});
      }
      return backups;
    },
    async has(name) {
      const stats = parseBackupName(name) && (await stat(pathOf(name)).catch(() => undefined));
      return stats?.isFile() ?? false;
    },
    async prepare() {
      try {
        createDirectory(directory, {mode: 0o700});
      } catch (error) {
        throw writeError(directory, error as Error) ?? error;
      }
      for (const name of await readdir(directory)) {
        if (!name.endsWith('.part') || !parseBackupName(name.slice(0, -'.part'.length))) continue;
        const stats = await stat(pathOf(name)).catch(() => undefined);
        if (stats && Date.now() - stats.mtimeMs > DAY) await rm(pathOf(name), {force: true});
      }
    },
    removePartial: (name) => rm(`${pathOf(name)}.part`, {force: true}),
    remove: (name) => rm(pathOf(name), {force: true}),
  };
}

function inBucket(location: FileStoreLocation): Found {
  const store = createFileStore(location);
  return {
    store,
    placeOf: (name) => ({store: location, name}),
    async list() {
      const backups: BackupFile[] = [];
      for await (const {path, size} of store.list()) {
        const parsed = parseBackupName(path);
        if (parsed) backups.push({...parsed, size});
      }
      return backups;
    },
    has: async (name) => parseBackupName(name) !== undefined && store.exists(name),
    prepare: () => store.removeAbandoned(),
    async removePartial() {
      // Nothing of an upload is visible before its end, and `prepare` aborts unfinished ones.
    },
    remove: (name) => store.remove(name),
  };
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
