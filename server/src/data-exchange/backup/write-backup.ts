import {createWriteStream} from 'node:fs';
import {open, readFile, rename, rm, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {Database, Snapshot} from '../../platform/database/database.ts';
import {sql} from '../../platform/database/sql.ts';
import {createFileStore, type FileStore} from '../../platform/file-store/file-store.ts';
import {createZipWriter, type ZipWriter} from '../../platform/formats/write-zip.ts';
import {encrypt} from '../../platform/secrets/encrypted-files.ts';
import {backupExists, nothingToBackUp, notWritten} from './errors.ts';
import {filePacks, packFiles} from './file-packs.ts';
import {
  type BackupManifest,
  type BackupReason,
  KEYS_ENTRY,
  MANIFEST_ENTRY,
  SETTINGS_ENTRY,
  tableEntry,
} from './manifest.ts';
import type {Places, StorePlace} from './places.ts';
import {FILE_PATHS, selectFacts, selectSequences, selectTables, type TableRow} from './store.ts';

/** How far it is. */
interface BackupProgress {
  phase: 'database' | 'files';
  /** Bytes that were read. */
  bytes: number;
  /** From 0 to 1. */
  share: number;
}

export interface WriteBackupOptions {
  /** Where to; nothing may be there yet. */
  target: string;
  database: Database;
  places: Places;
  reason: BackupReason;
  productVersion: string;
  /** Encrypts the file; plain if absent. */
  passphrase?: string | undefined;
  /** Whether the files of the stores are part of it. */
  withFiles: boolean;
  onProgress?(progress: BackupProgress): void;
  signal?: AbortSignal;
}

/** A backup that was written. */
export interface WrittenBackup {
  manifest: BackupManifest;
  /** Bytes of the file. */
  size: number;
}

const MISSING_SHOWN = 100;
const PATHS_AT_ONCE = 1_000;

/**
 * Writes a backup while everybody goes on working: all tables in the state of one moment, the settings, the keys, and
 * the files. It has its name only when all of it is on disk.
 *
 * Files are read after the tables: every file that the tables know is stored before its row is, so it is there, unless
 * somebody deletes it while the backup is written.
 *
 * @throws AppError that says why the file cannot be written; then nothing of it is left
 */
export async function writeBackup(options: WriteBackupOptions): Promise<WrittenBackup> {
  const {target, passphrase, signal} = options;
  if (await exists(target)) throw backupExists(target);
  const temporary = `${target}.part`;
  const zip = createZipWriter();
  const written = writeFile(temporary, zip.output, passphrase);
  // It may fail at a moment at which nothing awaits it.
  const failure = written.then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    signal?.throwIfAborted();
    const manifest = await fill(zip, options);
    await zip.add(MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    zip.end();
    await written;
    signal?.throwIfAborted();
    await rename(temporary, target);
    await syncDirectory(dirname(target));
    return {manifest, size: (await stat(target)).size};
  } catch (error) {
    zip.output.destroy(error as Error);
    const cause = await failure;
    await rm(temporary, {force: true}).catch(() => {});
    if (signal?.aborted) throw signal.reason;
    throw notWritten(target, cause) ?? notWritten(target, error) ?? error;
  }
}

async function writeFile(
  temporary: string,
  content: Readable,
  passphrase: string | undefined,
): Promise<void> {
  const file = createWriteStream(temporary, {mode: 0o600, flush: true});
  if (passphrase === undefined) await pipeline(content, file);
  else await pipeline(content, (source: AsyncIterable<Buffer>) => encrypt(source, passphrase), file);
}

async function fill(zip: ZipWriter, options: WriteBackupOptions): Promise<BackupManifest> {
  const {places, withFiles, reason, productVersion, signal} = options;
  const stores = withFiles ? places.stores : [];
  const entries: BackupManifest['entries'] = [];
  const progress = createProgress(options, stores.length > 0 ? await measureFiles(stores) : 0);

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
      // However long the whole takes, and however long the disk takes between two statements.
      await snapshot.execute({text: 'set local statement_timeout = 0'});
      const {now, version} = await selectFacts(snapshot);
      // In the moment of the snapshot: the keys are those that its rows are sealed with.
      for (const [name, file] of [
        [SETTINGS_ENTRY, places.settingsFile],
        [KEYS_ENTRY, places.keysFile],
      ] as const) {
        const content = await readIfThere(file);
        if (content) await add(name, content);
      }
      const found = await selectTables(snapshot);
      if (!found.some(({name}) => name === 'schema_migrations')) throw nothingToBackUp();
      const {included, leftOut} = choose(found);
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
  for (const {name, directory, skipped} of stores) {
    const store = createFileStore({directory});
    let number = 0;
    const isSkipped = (path: string) => skipped.includes(path.split('/')[0]!);
    for await (const pack of filePacks(store, isSkipped)) {
      const archive = packFiles(store, pack, (bytes) => {
        files.count++;
        files.bytes += bytes;
      });
      const entry = `${name}/${String(++number).padStart(4, '0')}.tar`;
      // Pictures and documents are packed already; trying again would cost more than it saves.
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

/** The tables whose rows are in a backup, and the others with the reason. */
function choose(tables: readonly TableRow[]): {
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
  if (isunlogged) return 'It is unlogged: what it holds is of use for minutes, and a crash empties it too.';
  if (!isreadable) return 'It belongs to another role, and this one may not read it.';
  const isOurs = [name, ...columns].every((it) => /^[a-z_][a-z0-9_]*$/.test(it));
  return isOurs ? undefined : 'It is not a table of Patchbay.';
}

async function findMissing(
  snapshot: Snapshot,
  store: FileStore,
  found: {missing: number; missing_paths: string[]},
): Promise<void> {
  for await (const page of snapshot.pages<{path: string}>(FILE_PATHS, PATHS_AT_ONCE)) {
    for (const {path} of page) {
      if (await store.exists(path)) continue;
      found.missing++;
      if (found.missing_paths.length < MISSING_SHOWN) found.missing_paths.push(path);
    }
  }
}

function storeOf({stores}: Places, name: StorePlace['name']): FileStore {
  return createFileStore({directory: stores.find((store) => store.name === name)!.directory});
}

async function measureFiles(stores: readonly StorePlace[]): Promise<number> {
  let bytes = 0;
  for (const {directory} of stores) {
    for await (const {size} of createFileStore({directory}).list()) bytes += size;
  }
  return bytes;
}

/** Adds up what was read. How large the text of a table is shows only at its end, so its share is what it has on disk. */
function createProgress({onProgress}: WriteBackupOptions, fileBytes: number) {
  let phase: BackupProgress['phase'] = 'database';
  let bytes = 0;
  /** What is dealt with of `total`, the part of the current table or pack included. */
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

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

// A name survives a power cut only when its directory is on disk.
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
