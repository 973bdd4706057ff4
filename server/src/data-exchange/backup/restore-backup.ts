import {existsSync} from 'node:fs';
import {readdir, rm, writeFile} from 'node:fs/promises';
import {isAbsolute, join, normalize, resolve} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {CONFIG_FILE, type Config, loadConfig} from '../../platform/config/config.ts';
import {ConfigError} from '../../platform/config/problems.ts';
import {settingList} from '../../platform/config/setting-list.ts';
import type {Database} from '../../platform/database/database.ts';
import {createSchemaAt, type Migration, readMigrations} from '../../platform/database/migrate.ts';
import {type ConnectDatabaseOptions, connectDatabase} from '../../platform/database/open.ts';
import {sqlState} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {lockDataDirectory} from '../../platform/exclusive-use/lock-directory.ts';
import {createFileStore} from '../../platform/file-store/file-store.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import type {OperatorLog} from '../../platform/logging/operator-log.ts';
import {SECRET_KEYS_VARIABLE} from '../../platform/secrets/key-ring.ts';
import {unpackFiles} from './file-packs.ts';
import {BackupError, type BackupManifest, KEYS_ENTRY, SETTINGS_ENTRY, tableEntry} from './manifest.ts';
import {placesOf} from './places.ts';
import {type OpenBackup, openBackup} from './read-backup.ts';
import {releaseJobs, selectObstacles, selectSetAside, selectTables} from './store.ts';

interface RestoreProgress {
  phase: 'files' | 'database' | 'indexes';
  /** Bytes that were read. */
  bytes: number;
  /** From 0 to 1. */
  share: number;
}

export interface RestoreOptions {
  file: string;
  passphrase: string | undefined;
  /** Where everything goes. It is empty, or does not exist. */
  dataDirectory: string;
  /** May say where the database and the files go, by the variables of the settings. */
  env: NodeJS.ProcessEnv;
  database: Pick<ConnectDatabaseOptions, 'migrationsDirectory' | 'secrets' | 'hidden'>;
  log: OperatorLog;
  onProgress?(progress: RestoreProgress): void;
  signal?: AbortSignal;
}

export interface Restored {
  manifest: BackupManifest;
  /** Whether the rows went into the embedded database. */
  embedded: boolean;
  /** What the person should know, in sentences: settings that were not restored, and the like. */
  notes: string[];
}

/** Is in a data directory while it is restored into, and stays there when that was killed. */
const UNFINISHED = 'restore-unfinished.txt';

/** How servers are kept away meanwhile. */
const HELD = {program: 'backup restore', maxWaitMs: 0};

/** What a new disk has from the start, and the lock that keeps servers away. */
const IGNORED = ['lost+found', 'server.lock', 'server.json'];

/** @throws BackupError if a restore into this data directory was killed, so that parts of it may be missing */
export function requireFinishedRestore(dataDirectory: string): void {
  if (existsSync(join(dataDirectory, UNFINISHED))) {
    throw new BackupError(
      `A restore into ${dataDirectory} did not finish, so data is missing there. Delete everything in that directory ` +
        '(and in directories for files that the settings name), then restore the backup again.',
    );
  }
}

/**
 * Restores a backup into an empty data directory, and into the embedded database or the empty one that
 * `SqlSettings.DataSource` names. The tables are created as they were, filled, and then brought up to date. Either all
 * of it is there when this returns, or nothing.
 *
 * @throws BackupError that says why not
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const {file, passphrase, database, signal} = options;
  const dataDirectory = resolve(options.dataDirectory);
  const backup = await openBackup(file, passphrase);
  try {
    const migrations = migrationsOf(backup.manifest, await readMigrations(database.migrationsDirectory));
    const existed = existsSync(dataDirectory);
    await requireEmpty(dataDirectory);
    const lock = await lockDataDirectory(dataDirectory, {...HELD, log: options.log});
    try {
      const written = new Set<string>();
      try {
        signal?.throwIfAborted();
        // A server may have been quicker, and have ended since.
        await requireEmpty(dataDirectory);
        written.add(dataDirectory);
        return await restoreInto(dataDirectory, {...options, backup, migrations, written});
      } catch (error) {
        for (const directory of written) await empty(directory);
        if (!existed) await rm(dataDirectory, {recursive: true, force: true});
        if (sqlState(error) === undefined) throw error;
        throw new BackupError(`The database refused it, and nothing was kept: ${(error as Error).message}.`);
      }
    } finally {
      lock.release();
    }
  } finally {
    await backup.close();
  }
}

async function restoreInto(
  dataDirectory: string,
  {
    backup,
    migrations,
    written,
    env,
    database: databaseOptions,
    log,
    onProgress,
    signal,
  }: RestoreOptions & {backup: OpenBackup; migrations: Migration[]; written: Set<string>},
): Promise<Restored> {
  const {manifest} = backup;
  const notes: string[] = [];
  const marker = join(dataDirectory, UNFINISHED);
  await writeFile(marker, 'A backup is being restored into this directory, or that was interrupted.\n');
  const config = await restoreSettings(backup, {dataDirectory, env, notes});
  await restoreKeys(backup, {config, env, notes});

  const total = manifest.entries.reduce((sum, {bytes}) => sum + bytes, 0);
  let bytes = 0;
  let phase: RestoreProgress['phase'] = 'files';
  const tell = () => onProgress?.({phase, bytes, share: bytes / Math.max(1, total)});
  async function* read(entry: string): AsyncGenerator<Buffer> {
    for await (const chunk of backup.read(entry)) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      tell();
      yield chunk;
    }
  }

  for (const {name, directory} of placesOf(config).stores) {
    const packs = manifest.entries.filter((entry) => entry.name.startsWith(`${name}/`));
    if (packs.length === 0) continue;
    await requireEmpty(directory);
    written.add(directory);
    const store = createFileStore({directory});
    for (const pack of packs) await unpackFiles(store, read(pack.name), () => {});
  }

  const {SqlSettings} = config.get();
  const displaced = new AbortController();
  const connectOptions: ConnectDatabaseOptions = {
    ...databaseOptions,
    config: {
      dataSource: SqlSettings.DataSource,
      maxConnections: SqlSettings.MaxOpenConns,
      embeddedListenPort: SqlSettings.EmbeddedListenPort,
    },
    dataDirectory,
    log,
    stopOnClose: false,
    lock: {...HELD, onTaken: (message) => displaced.abort(new BackupError(message))},
  };
  phase = 'database';
  const connected = await connectDatabase({...connectOptions, leaveSchema: true});
  try {
    const obstacles = await selectObstacles(connected.database);
    if (obstacles.length > 0) {
      throw new BackupError(
        `The database is not empty: it has ${obstacles.join(', ')}. A backup is restored into an empty database only. ` +
          'Create another one, and name it in PATCHBAY_SQLSETTINGS_DATASOURCE.',
      );
    }
    await loadDatabase(connected.database, {
      manifest,
      migrations,
      read,
      notes,
      beforeIndexes() {
        phase = 'indexes';
        tell();
      },
      beforeCommit() {
        signal?.throwIfAborted();
        displaced.signal.throwIfAborted();
      },
    });
  } finally {
    await connected.close();
  }
  await rm(marker);

  if (manifest.files === null) notes.push('The backup has no files: it is one of the database only.');
  else if (manifest.files.missing > 0) {
    notes.push(`${manifest.files.missing} files were missing on disk already when the backup was created.`);
  }
  try {
    const upToDate = await connectDatabase(connectOptions);
    await upToDate.close();
  } catch (error) {
    notes.push(
      `The database was restored, but could not be brought up to date: ${(error as Error).message} The next start tries again.`,
    );
  }
  return {manifest, embedded: connected.embedded, notes};
}

/** The migrations that the backup has. @throws BackupError if they are not the first of ours */
export function migrationsOf(manifest: BackupManifest, known: readonly Migration[]): Migration[] {
  const migrations = known.slice(0, manifest.migrations.length);
  const last = manifest.migrations.at(-1);
  if (last && last.version > (known.at(-1)?.version ?? 0)) {
    throw new BackupError(
      `The backup was created by a newer version of Patchbay (${manifest.product_version}, migration ${last.name}). ` +
        'Restore it with that version or a newer one.',
    );
  }
  manifest.migrations.forEach(({name, checksum}, index) => {
    if (migrations[index]?.checksum !== checksum) {
      throw new BackupError(`This version of Patchbay does not have the migration ${name} of the backup.`);
    }
  });
  return migrations;
}

async function requireEmpty(directory: string): Promise<void> {
  const names = (await readdir(directory).catch(ifMissing([]))).filter((name) => !IGNORED.includes(name));
  if (names.length > 0) {
    throw new BackupError(
      `${directory} is not empty (it has ${names.slice(0, 3).join(', ')}). A backup is restored into an empty ` +
        'directory only. Name another one in PATCHBAY_DATA, or move away what is there.',
    );
  }
}

/** Removes everything in a directory, and leaves the directory: it may be where a disk is mounted. */
async function empty(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(ifMissing([]))) {
    if (!IGNORED.includes(name)) await rm(join(directory, name), {recursive: true, force: true});
  }
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}

/** Writes the settings of the backup, without those that name places of the machine that it is from. */
async function restoreSettings(
  backup: OpenBackup,
  {dataDirectory, env, notes}: {dataDirectory: string; env: NodeJS.ProcessEnv; notes: string[]},
): Promise<Config> {
  if (!backup.has(SETTINGS_ENTRY)) return loadConfig({dataDirectory, env});
  const settings: unknown = JSON.parse((await contentOf(backup, SETTINGS_ENTRY)).toString());
  for (const {name, path} of settingList) {
    const [section, key] = [path.slice(0, -1), path.at(-1)!];
    const holder = section.reduce<unknown>((at, part) => (isJsonObject(at) ? at[part] : undefined), settings);
    if (!isJsonObject(holder) || typeof holder[key] !== 'string') continue;
    if (name !== 'SqlSettings.DataSource' && !(key === 'Directory' && leadsOut(holder[key]))) continue;
    const value = name === 'SqlSettings.DataSource' ? '' : ` (${holder[key]})`;
    delete holder[key];
    notes.push(`${name}${value} was not restored: it names a place of the machine that the backup is from.`);
  }
  const file = join(dataDirectory, CONFIG_FILE);
  const write = (name: string) => writeFile(name, `${JSON.stringify(settings, null, 2)}\n`, {mode: 0o600});
  await write(file);
  try {
    return await loadConfig({dataDirectory, env});
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await rm(file);
    await write(`${file}.from-backup`);
    notes.push(
      `The settings are not valid in this version, so the defaults apply. They are in ${file}.from-backup. ${error.message}`,
    );
    return loadConfig({dataDirectory, env});
  }
}

/** Whether a directory is outside of the data directory. */
function leadsOut(directory: string): boolean {
  return isAbsolute(directory) || normalize(directory).startsWith('..');
}

async function restoreKeys(
  backup: OpenBackup,
  {config, env, notes}: {config: Config; env: NodeJS.ProcessEnv; notes: string[]},
): Promise<void> {
  if (backup.has(KEYS_ENTRY)) {
    const {keysFile} = placesOf(config);
    await writeFile(keysFile, await contentOf(backup, KEYS_ENTRY), {mode: 0o600, flush: true});
  } else if (!env[SECRET_KEYS_VARIABLE]) {
    notes.push(
      `The backup has no secret keys: they came from ${SECRET_KEYS_VARIABLE}. Set it to the same keys before you start.`,
    );
  }
}

async function contentOf(backup: OpenBackup, entry: string): Promise<Buffer> {
  return buffer(Readable.from(backup.read(entry)));
}

export interface LoadOptions {
  manifest: BackupManifest;
  /** Those that the backup has. */
  migrations: Migration[];
  read(entry: string): AsyncIterable<Buffer>;
  /** Gets what the person should know. */
  notes: string[];
  beforeIndexes?(): void;
  /** The last moment at which everything can be undone, by throwing. */
  beforeCommit?(): void;
}

/** Creates the tables of a backup in an empty database, and fills them: all or nothing. */
export async function loadDatabase(database: Database, options: LoadOptions): Promise<void> {
  await database.transaction(async (transaction) => {
    await loadRows(transaction, options);
    options.beforeCommit?.();
  });
  // The planner knows nothing of rows that came by COPY until somebody counts them.
  await database.execute({text: 'analyze'});
}

/** Creates the tables as they were and fills them. */
async function loadRows(
  transaction: Transaction,
  {manifest, migrations, read, notes, beforeIndexes}: LoadOptions,
): Promise<void> {
  await transaction.execute({text: 'set local statement_timeout = 0'});
  await transaction.execute({text: 'set local idle_in_transaction_session_timeout = 0'});
  await createSchemaAt(transaction, migrations);
  const known = new Map((await selectTables(transaction)).map((table) => [table.name, table]));
  const setAside = await selectSetAside(transaction);
  for (const text of setAside.drop) await transaction.execute({text});
  // Migrations may have written rows, which are in the backup too.
  const names = [...known.keys()].map((name) => sql`public.${sql.identifier(name)}`);
  await transaction.execute(sql`truncate table ${sql.join(names)}`);

  for (const {name, columns, rows} of manifest.tables) {
    const table = known.get(name);
    if (!table) {
      notes.push(`The table ${name} was not restored: it is not one of Patchbay.`);
      continue;
    }
    const extra = columns.find((column) => !table.columns.includes(column));
    if (extra !== undefined) throw new BackupError(`The table ${name} of the backup has a column ${extra}.`);
    const list = sql.join(columns.map(sql.identifier));
    const target = transaction.copyIn(sql`copy public.${sql.identifier(name)} (${list}) from stdin`);
    await pipeline(read(tableEntry(name)), target);
    if (target.rowCount !== rows) {
      throw new BackupError(`The table ${name} has ${target.rowCount} rows instead of ${rows}.`);
    }
  }
  for (const {name, value} of manifest.sequences) {
    if (value !== null) await transaction.execute(sql`select setval(${`public.${name}`}, ${value})`);
  }
  beforeIndexes?.();
  for (const text of setAside.create) await transaction.execute({text});
  await releaseJobs(transaction, Date.now());
}
