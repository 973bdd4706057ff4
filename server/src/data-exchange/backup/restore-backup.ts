import {existsSync} from 'node:fs';
import {readdir, rm, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import type {ReadConfig} from '../../platform/config/config.ts';
import {ConfigError} from '../../platform/config/config-error.ts';
import {type LocalSettings, loadLocalSettings, withStored} from '../../platform/config/local-settings.ts';
import {settingList} from '../../platform/config/setting-list.ts';
import {SETTINGS_FILE} from '../../platform/config/settings-file.ts';
import {removeStoredSettings} from '../../platform/config-store/stored-settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {createSchemaAt, type Migration, readMigrations} from '../../platform/database/migrate.ts';
import {type ConnectDatabaseOptions, connectDatabase} from '../../platform/database/open.ts';
import {sqlState} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {lockDataDirectory} from '../../platform/exclusive-use/lock-directory.ts';
import {createFileStore} from '../../platform/file-store/create-file-store.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {describeLocation} from '../../platform/file-store/store-locations.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import type {OperatorLog} from '../../platform/logging/operator-log.ts';
import {openKeyRing, SECRET_KEYS_VARIABLE} from '../../platform/secrets/key-ring.ts';
import {createSealing, type SealedColumn, type Sealing} from '../../platform/secrets/sealing.ts';
import type {BackupPlace} from './backup-place.ts';
import {dataLocations} from './data-locations.ts';
import {unpackFiles} from './file-packs.ts';
import {BackupError, type BackupManifest, KEYS_ENTRY, SETTINGS_ENTRY, tableEntry} from './manifest.ts';
import {type OpenBackup, openBackup} from './read-backup.ts';
import {isElsewhere, storedSettingsIn} from './restore-settings.ts';
import {releaseJobs, selectDeferredSchema, selectExistingRelations, selectTables} from './store.ts';

interface RestoreProgress {
  phase: 'files' | 'database' | 'indexes';
  /** Bytes read so far. */
  bytes: number;
  /** The completed share, from 0 to 1. */
  share: number;
}

export interface RestoreOptions {
  /** The backup. */
  place: BackupPlace;
  passphrase: string | undefined;
  /** Where to restore to. It is empty or does not exist. */
  dataDirectory: string;
  /** Its settings variables can name the database and the directories for files. */
  env: NodeJS.ProcessEnv;
  database: Pick<ConnectDatabaseOptions, 'migrationsDirectory' | 'secrets' | 'hidden'>;
  /** The columns that hold sealed secrets. */
  sealedColumns: readonly SealedColumn[];
  log: OperatorLog;
  onProgress?(progress: RestoreProgress): void;
  signal?: AbortSignal;
}

export interface Restored {
  manifest: BackupManifest;
  /** Whether the rows went into the embedded database. */
  embedded: boolean;
  /** Notes for the administrator, such as settings that were not restored. */
  notes: string[];
}

/** Marks a data directory during a restore. It remains if the restore is killed. */
const UNFINISHED_MARKER = 'restore-unfinished.txt';

/** Prevents servers from starting during the restore. */
const LOCK_OPTIONS = {program: 'backup restore', maxWaitMs: 0};

/** Files that a new disk may have, and the lock that prevents servers from starting. */
const IGNORED = ['lost+found', 'server.lock', 'server.json'];

/** @throws BackupError if a restore into this data directory was killed, so data may be missing */
export function requireFinishedRestore(dataDirectory: string): void {
  if (existsSync(join(dataDirectory, UNFINISHED_MARKER))) {
    throw new BackupError(
      `A restore into ${dataDirectory} did not finish, so data is missing there. Delete everything in that directory ` +
        '(and in directories for files that the settings name), then restore the backup again.',
    );
  }
}

/**
 * Restores a backup into an empty data directory, and into the embedded database or the empty one in
 * `SqlSettings.DataSource`. It creates the tables as they were, fills them, and then migrates them. It restores
 * everything or nothing.
 *
 * @throws BackupError if the backup cannot be restored
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const {place, passphrase, database, signal} = options;
  const dataDirectory = resolve(options.dataDirectory);
  const backup = await openBackup(place, passphrase);
  try {
    const migrations = migrationsOf(backup.manifest, await readMigrations(database.migrationsDirectory));
    const existed = existsSync(dataDirectory);
    await requireEmpty(dataDirectory);
    const lock = await lockDataDirectory(dataDirectory, {...LOCK_OPTIONS, log: options.log});
    try {
      const written = new Set<() => Promise<void>>();
      try {
        signal?.throwIfAborted();
        // A server may have started and stopped in the meantime.
        await requireEmpty(dataDirectory);
        written.add(() => empty(dataDirectory));
        return await restoreInto(dataDirectory, {...options, backup, migrations, written});
      } catch (error) {
        for (const remove of written) await remove();
        if (!existed) await rm(dataDirectory, {recursive: true, force: true});
        if (sqlState(error) === undefined) throw error;
        throw new BackupError(
          `The database rejected the backup, and nothing was restored: ${(error as Error).message}.`,
        );
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
    sealedColumns,
    log,
    onProgress,
    signal,
  }: RestoreOptions & {backup: OpenBackup; migrations: Migration[]; written: Set<() => Promise<void>>},
): Promise<Restored> {
  const {manifest} = backup;
  const notes: string[] = [];
  const marker = join(dataDirectory, UNFINISHED_MARKER);
  await writeFile(marker, 'A backup is being restored into this directory, or a restore was interrupted.\n');
  const local = await restoreSettings(backup, {dataDirectory, env, notes});
  await restoreKeys(backup, {local, env, notes});
  const sealing = createSealing({keys: openKeyRing({dataDirectory, env}), columns: sealedColumns});
  const {config, elsewhere} = await settingsInTables(backup, {local, sealing, notes});

  const total = manifest.entries.reduce((sum, {bytes}) => sum + bytes, 0);
  let bytes = 0;
  let phase: RestoreProgress['phase'] = 'files';
  const report = () => onProgress?.({phase, bytes, share: bytes / Math.max(1, total)});
  async function* read(entry: string): AsyncGenerator<Buffer> {
    for await (const chunk of backup.read(entry)) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      report();
      yield chunk;
    }
  }

  for (const {name, location} of dataLocations(config).stores) {
    const packs = manifest.entries.filter((entry) => entry.name.startsWith(`${name}/`));
    if (packs.length === 0) continue;
    const store = createFileStore(location);
    if (location.driver === 'local') {
      await requireEmpty(location.directory);
      written.add(() => empty(location.directory));
    } else {
      await requireEmptyStore(store, describeLocation(location));
      written.add(() => store.removeFolder());
    }
    for (const pack of packs) await unpackFiles(store, read(pack.name), () => {});
  }

  const {SqlSettings} = config.get();
  const lockLost = new AbortController();
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
    lock: {...LOCK_OPTIONS, onTaken: (message) => lockLost.abort(new BackupError(message))},
  };
  phase = 'database';
  const connected = await connectDatabase({...connectOptions, leaveSchema: true});
  try {
    const obstacles = await selectExistingRelations(connected.database);
    if (obstacles.length > 0) {
      throw new BackupError(
        `The database is not empty: it has ${obstacles.join(', ')}. A backup can only be restored into an empty database. ` +
          'Create another database and set it in PATCHBAY_SQLSETTINGS_DATASOURCE.',
      );
    }
    await loadDatabase(connected.database, {
      manifest,
      migrations,
      read,
      notes,
      beforeIndexes() {
        phase = 'indexes';
        report();
      },
      beforeCommit() {
        signal?.throwIfAborted();
        lockLost.signal.throwIfAborted();
      },
    });
  } finally {
    await connected.close();
  }

  if (manifest.files === null) notes.push('The backup contains only the database, no files.');
  else if (manifest.files.missing > 0) {
    notes.push(`Files that were already missing when the backup was created: ${manifest.files.missing}.`);
  }
  try {
    const upToDate = await connectDatabase(connectOptions);
    try {
      if (elsewhere.length > 0) await removeStoredSettings(upToDate.database, sealing, elsewhere);
    } finally {
      await upToDate.close();
    }
  } catch (error) {
    notes.push(
      `The database was restored, but its migration failed: ${(error as Error).message} The server tries again when it starts.`,
    );
  }
  await rm(marker);
  return {manifest, embedded: connected.embedded, notes};
}

/** The migrations in the backup. @throws BackupError if this version does not start with the same ones */
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
      `${directory} is not empty (it has ${names.slice(0, 3).join(', ')}). A backup can only be restored into an empty ` +
        'directory. Set PATCHBAY_DATA to another directory, or move the existing files.',
    );
  }
}

async function requireEmptyStore(store: FileStore, place: string): Promise<void> {
  for await (const {path} of store.list()) {
    throw new BackupError(
      `${place} is not empty (it has ${path}). A backup can only be restored into an empty folder. ` +
        'Set PATCHBAY_FILESETTINGS_AMAZONS3PATHPREFIX to another folder, or remove the existing files.',
    );
  }
}

/** Empties a directory but keeps the directory itself: it may be a mount point. */
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

/** Restores the settings, except those that name locations on the machine where the backup was created. */
async function restoreSettings(
  backup: OpenBackup,
  {dataDirectory, env, notes}: {dataDirectory: string; env: NodeJS.ProcessEnv; notes: string[]},
): Promise<LocalSettings> {
  if (!backup.has(SETTINGS_ENTRY)) return loadLocalSettings({dataDirectory, env});
  const settings: unknown = JSON.parse((await contentOf(backup, SETTINGS_ENTRY)).toString());
  for (const {name, path} of settingList) {
    const [section, key] = [path.slice(0, -1), path.at(-1)!];
    const holder = section.reduce<unknown>((at, part) => (isJsonObject(at) ? at[part] : undefined), settings);
    if (!isJsonObject(holder) || typeof holder[key] !== 'string') continue;
    if (!isElsewhere(name, holder[key])) continue;
    notes.push(notRestored(name, holder[key]));
    delete holder[key];
  }
  const file = join(dataDirectory, SETTINGS_FILE);
  const write = (name: string) => writeFile(name, `${JSON.stringify(settings, null, 2)}\n`, {mode: 0o600});
  await write(file);
  try {
    return await loadLocalSettings({dataDirectory, env});
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await rm(file);
    await write(`${file}.from-backup`);
    notes.push(
      `The settings in the backup are not valid in this version, so the defaults apply. The settings from the backup are in ${file}.from-backup. ${error.message}`,
    );
    return loadLocalSettings({dataDirectory, env});
  }
}

function notRestored(name: string, value: string): string {
  const shown = name === 'SqlSettings.DataSource' ? '' : ` (${value})`;
  return `${name}${shown} was not restored: it is specific to the machine where the backup was created.`;
}

/**
 * The settings with those in the tables of the backup, so that files are restored to where the server will look for
 * them. Those that name locations on the machine where the backup was created don't apply. Their names are in
 * `elsewhere`.
 */
async function settingsInTables(
  backup: OpenBackup,
  {local, sealing, notes}: {local: LocalSettings; sealing: Sealing; notes: string[]},
): Promise<{config: ReadConfig; elsewhere: string[]}> {
  const values = await storedSettingsIn(backup, sealing);
  const elsewhere: string[] = [];
  for (const [name, value] of values) {
    if (typeof value !== 'string' || !isElsewhere(name, value)) continue;
    if (!local.pins().has(name)) notes.push(notRestored(name, value));
    elsewhere.push(name);
    values.delete(name);
  }
  return {config: withStored(local, values), elsewhere};
}

async function restoreKeys(
  backup: OpenBackup,
  {local, env, notes}: {local: LocalSettings; env: NodeJS.ProcessEnv; notes: string[]},
): Promise<void> {
  if (backup.has(KEYS_ENTRY)) {
    const {keysFile} = dataLocations(local);
    await writeFile(keysFile, await contentOf(backup, KEYS_ENTRY), {mode: 0o600, flush: true});
  } else if (!env[SECRET_KEYS_VARIABLE]) {
    notes.push(
      `The backup has no secret keys because they came from ${SECRET_KEYS_VARIABLE}. Set it to the same keys before you start the server.`,
    );
  }
}

async function contentOf(backup: OpenBackup, entry: string): Promise<Buffer> {
  return buffer(Readable.from(backup.read(entry)));
}

export interface LoadOptions {
  manifest: BackupManifest;
  /** The migrations in the backup. */
  migrations: Migration[];
  read(entry: string): AsyncIterable<Buffer>;
  /** Notes for the administrator are added here. */
  notes: string[];
  beforeIndexes?(): void;
  /** Throwing here still undoes everything. */
  beforeCommit?(): void;
}

/** Creates the tables of a backup in an empty database and fills them, in one transaction. */
export async function loadDatabase(database: Database, options: LoadOptions): Promise<void> {
  await database.transaction(async (transaction) => {
    await loadRows(transaction, options);
    options.beforeCommit?.();
  });
  // COPY leaves the planner without statistics.
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
  const deferred = await selectDeferredSchema(transaction);
  for (const text of deferred.drop) await transaction.execute({text});
  // Migrations may have inserted rows that are also in the backup.
  const names = [...known.keys()].map((name) => sql`public.${sql.identifier(name)}`);
  await transaction.execute(sql`truncate table ${sql.join(names)}`);

  for (const {name, columns, rows} of manifest.tables) {
    const table = known.get(name);
    if (!table) {
      notes.push(`The table ${name} was not restored: it is not a Patchbay table.`);
      continue;
    }
    const extra = columns.find((column) => !table.columns.includes(column));
    if (extra !== undefined)
      throw new BackupError(`Table ${name} in the backup has an unknown column, ${extra}.`);
    const list = sql.join(columns.map(sql.identifier));
    const target = transaction.copyIn(sql`copy public.${sql.identifier(name)} (${list}) from stdin`);
    await pipeline(read(tableEntry(name)), target);
    if (target.rowCount !== rows) {
      throw new BackupError(`Table ${name} has ${target.rowCount} rows instead of ${rows}.`);
    }
  }
  for (const {name, value} of manifest.sequences) {
    if (value !== null) await transaction.execute(sql`select setval(${`public.${name}`}, ${value})`);
  }
  beforeIndexes?.();
  for (const text of deferred.create) await transaction.execute({text});
  await releaseJobs(transaction, Date.now());
}
