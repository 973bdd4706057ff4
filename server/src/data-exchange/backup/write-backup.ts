import {createWriteStream} from 'node:fs';
import {open, readFile, rename, rm, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {limitConcurrency} from '../../platform/concurrency/limit-concurrency.ts';
import type {Database, Snapshot} from '../../platform/database/database.ts';
import {sql} from '../../platform/database/sql.ts';
import {createFileStore} from '../../platform/file-store/create-file-store.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {createZipWriter, type ZipWriter} from '../../platform/formats/write-zip.ts';
import {encrypt} from '../../platform/secrets/encrypted-files.ts';
import {type BackupPlace, describePlace} from './backup-place.ts';
import type {DataLocations, StoreLocation} from './data-locations.ts';
import {backupExists, nothingToBackUp, writeError} from './errors.ts';
import {filePacks, packFiles} from './file-packs.ts';
import {
  type BackupManifest,
  type BackupReason,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  SETTINGS_ENTRY,
  tableEntry,
} from './manifest.ts';
import {
  FILE_PATHS,
  selectDatabaseInfo,
  selectDatabaseSize,
  selectSequences,
  selectTables,
  type TableRow,
} from './store.ts';

interface BackupProgress {
  phase: 'database' | 'files';
  /** Bytes read so far. */
  bytes: number;
  /** The completed share, from 0 to 1. */
  share: number;
}

export interface WriteBackupOptions {
  /** Where to write the backup. No file may exist there. */
  target: BackupPlace;
  database: Database;
  places: DataLocations;
  reason: BackupReason;
  productVersion: string;
  /** Encrypts the file; unencrypted if absent. */
  passphrase?: string | undefined;
  /** Whether to include the files of the stores. */
  withFiles: boolean;
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

export interface WrittenBackup {
  manifest: BackupManifest;
  /** Bytes of the file. */
  size: number;
}

const MISSING_SHOWN = 100;
const PATHS_AT_ONCE = 1_000;
/** A remote store takes milliseconds for each. */
const CHECKED_AT_ONCE = 16;

/**
 * Writes a backup while the server is in use: a consistent snapshot of all tables, the settings, the keys, and the
 * files. The file gets its final name when everything is on disk.
 *
 * Files are read after the tables. A file is stored before its row, so it exists unless someone deletes it during the
 * backup.
 *
 * @throws AppError if the file cannot be written; no partial file remains
 */
export async function writeBackup(options: WriteBackupOptions): Promise<WrittenBackup> {
  const {passphrase, signal} = options;
  const target = openTarget(options.target);
  if (await target.exists()) throw backupExists(target.name);
  const fileBytes = options.withFiles ? await measureFiles(options.places.stores) : 0;
  const zip = createZipWriter();
  const written = target.write(
    passphrase === undefined ? zip.output : encrypt(zip.output as AsyncIterable<Buffer>, passphrase),
    fileBytes + (await selectDatabaseSize(options.database)),
  );
  // The write can fail while nothing awaits it.
  const failure = written.then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    signal?.throwIfAborted();
    const manifest = await fill(zip, fileBytes, options);
    await zip.add(MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    signal?.throwIfAborted();
    zip.end();
    await written;
    signal?.throwIfAborted();
    return {manifest, size: await target.complete()};
  } catch (error) {
    zip.output.destroy(error as Error);
    const cause = await failure;
    await target.discard();
    if (signal?.aborted) throw signal.reason;
    throw writeError(target.name, cause) ?? writeError(target.name, error) ?? error;
  }
}

/** Where a backup is written. */
interface Target {
  /** For messages. */
  name: string;
  exists(): Promise<boolean>;
  /** Writes the content, which has approximately `expectedBytes`. */
  write(content: AsyncIterable<Uint8Array>, expectedBytes: number): Promise<void>;
  /** Publishes the written content under its name. Returns its size in bytes. */
  complete(): Promise<number>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

function openTarget(place: BackupPlace): Target {
  return 'file' in place ? fileTarget(place.file) : storeTarget(place);
}

function fileTarget(file: string): Target {
  const temporary = `${file}.part`;
  return {
    name: file,
    exists: async () => (await stat(file).catch(() => undefined)) !== undefined,
    write: (content) => pipeline(content, createWriteStream(temporary, {mode: 0o600, flush: true})),
    async complete() {
      await rename(temporary, file);
      await syncDirectory(dirname(file));
      return (await stat(file)).size;
    },
    async discard() {
      await rm(temporary, {force: true}).catch(() => {});
    },
  };
}

function storeTarget(place: Exclude<BackupPlace, {file: string}>): Target {
  const store = createFileStore(place.store);
  let size: number | undefined;
  return {
    name: describePlace(place),
    exists: () => store.exists(place.name),
    async write(content, expectedBytes) {
      ({size} = await store.write(place.name, content, {expectedBytes}));
    },
    complete: async () => size!,
    async discard() {
      // A failed write leaves nothing.
      if (size !== undefined) await store.remove(place.name);
    },
  };
}

async function fill(zip: ZipWriter, fileBytes: number, options: WriteBackupOptions): Promise<BackupManifest> {
  const {places, withFiles, reason, productVersion, signal} = options;
  const stores = withFiles ? places.stores : [];
  const entries: BackupManifest['entries'] = [];
  const progress = createProgress(options, fileBytes);

  async function add(...content: Parameters<ZipWriter['add']>): Promise<void> {
    signal?.throwIfAborted();
    entries.push(await zip.add(...content));
  }

  async function* counted(content: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      progress.add(chunk.length);
      yield chunk;
    }
  }

  const files = {count: 0, bytes: 0, missing: 0, missing_paths: [] as string[]};
  const fromDatabase = await options.database.readSnapshot(
    async (snapshot) => {
      // The backup and the pauses between its statements may take any amount of time.
      await snapshot.execute({text: 'set local statement_timeout = 0'});
      const {now, version} = await selectDatabaseInfo(snapshot);
      // Read within the snapshot, so that the keys match the rows they seal.
      for (const [name, file] of [
        [SETTINGS_ENTRY, places.settingsFile],
        [KEYS_ENTRY, places.keysFile],
      ] as const) {
        const content = await readIfExists(file);
        if (content) await add(name, content);
      }
      const found = await selectTables(snapshot);
      if (!found.some(({name}) => name === 'schema_migrations')) throw nothingToBackUp();
      const {included, leftOut} = partitionTables(found);
      progress.beginDatabase(included.reduce((sum, {bytes}) => sum + bytes, 0));
      const tables: BackupManifest['tables'] = [];
      for (const {name, columns, bytes} of included) {
        const list = sql.join(columns.map(sql.identifier));
        const rows = snapshot.copyOut(sql`copy public.${sql.identifier(name)} (${list}) to stdout`);
        await add(tableEntry(name), counted(rows), {large: true});
        progress.endTable(bytes);
        tables.push({name, columns, rows: rows.rowCount});
      }
      if (withFiles) await findMissing(snapshot, storeOf(places, 'files'), files);
      return {
        created_at: now,
        postgresql_version: version,
        migrations: await snapshot.rows<BackupManifest['migrations'][number]>({
          text: 'select version, name, checksum from schema_migrations order by version',
        }),
        tables,
        sequences: await selectSequences(snapshot),
        left_out: leftOut,
      };
    },
    signal ? {signal} : {},
  );

  progress.beginFiles();
  for (const {name, location, skipped} of stores) {
    const store = createFileStore(location);
    let number = 0;
    const isSkipped = (path: string) => skipped.includes(path.split('/')[0]!);
    for await (const pack of filePacks(store, isSkipped)) {
      const archive = packFiles(store, pack, (bytes) => {
        files.count++;
        files.bytes += bytes;
      });
      const entry = `${name}/${String(++number).padStart(4, '0')}.tar`;
      // Pictures and most documents are already compressed; compressing them again takes CPU time and saves little.
      await add(entry, counted(archive), {large: true, stored: name === 'files'});
    }
  }

  return {
    format: 'patchbay-backup',
    version: 1,
    reason,
    product_version: productVersion,
    ...fromDatabase,
    files: withFiles ? files : null,
    entries,
  };
}

/** Splits the tables into those whose rows are in the backup and those that are left out, with the reason. */
function partitionTables(tables: readonly TableRow[]): {
  included: TableRow[];
  leftOut: BackupManifest['left_out'];
} {
  const included: TableRow[] = [];
  const leftOut: BackupManifest['left_out'] = [];
  for (const table of tables) {
    const reason = reasonToLeaveOut(table);
    if (reason === undefined) included.push(table);
    else leftOut.push({table: table.name, reason});
  }
  return {included, leftOut};
}

function reasonToLeaveOut({name, columns, isunlogged, isreadable}: TableRow): string | undefined {
  if (isunlogged) return 'It is unlogged: it holds short-lived data that a crash would also discard.';
  if (!isreadable) return "It belongs to another role, and the server's role can't read it.";
  const isPatchbayTable = [name, ...columns].every((it) => /^[a-z_][a-z0-9_]*$/.test(it));
  return isPatchbayTable ? undefined : 'It is not a Patchbay table.';
}

async function findMissing(
  snapshot: Snapshot,
  store: FileStore,
  found: {missing: number; missing_paths: string[]},
): Promise<void> {
  const limited = limitConcurrency(CHECKED_AT_ONCE);
  for await (const page of snapshot.pages<{path: string}>(FILE_PATHS, PATHS_AT_ONCE)) {
    const present = await Promise.all(page.map(({path}) => limited(() => store.exists(path))));
    page.forEach(({path}, index) => {
      if (present[index]) return;
      found.missing++;
      if (found.missing_paths.length < MISSING_SHOWN) found.missing_paths.push(path);
    });
  }
}

function storeOf({stores}: DataLocations, name: StoreLocation['name']): FileStore {
  return createFileStore(stores.find((store) => store.name === name)!.location);
}

async function measureFiles(stores: readonly StoreLocation[]): Promise<number> {
  let bytes = 0;
  for (const {location} of stores) {
    for await (const {size} of createFileStore(location).list()) bytes += size;
  }
  return bytes;
}

/** Tracks progress. The size of a table's text is only known at its end, so its size on disk serves as its share. */
function createProgress({onProgress}: WriteBackupOptions, fileBytes: number) {
  let phase: BackupProgress['phase'] = 'database';
  let bytes = 0;
  /** How much of `total` is done, without the current table or pack. */
  let done = 0;
  let current = 0;
  let total = Math.max(1, fileBytes);
  return {
    beginDatabase(databaseBytes: number): void {
      total = Math.max(1, databaseBytes + fileBytes);
    },
    add(count: number): void {
      bytes += count;
      current += count;
      onProgress?.({phase, bytes, share: Math.min(1, (done + current) / total)});
    },
    endTable(onDisk: number): void {
      done += onDisk;
      current = 0;
    },
    beginFiles(): void {
      phase = 'files';
    },
  };
}

async function readIfExists(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

// A rename survives a power failure only after its directory is synced.
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
