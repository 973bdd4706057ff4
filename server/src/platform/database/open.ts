import {join} from 'node:path';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {type Database, openDatabase} from './database.ts';
import {DatabaseUnavailableError} from './database-unavailable-error.ts';
import {readVersion} from './embedded/cluster.ts';
import {CLUSTER, type EmbeddedPostgresOptions, startEmbeddedPostgres} from './embedded/embedded-postgres.ts';
import {createExtractionViews, dropExtractionViews, READER, READER_ROLE} from './extraction-views.ts';
import {type DatabaseLock, type LockDatabaseOptions, lockDatabase} from './lock-database.ts';
import {hasNewerMigrations, migrate, migrationStatus} from './migrate.ts';
import {hasDependents} from './pg-errors.ts';
import type {ReplicaSources} from './replicas/replicas.ts';
import {requireReplicas} from './replicas/require-replicas.ts';
import {clientFor, OLDEST_VERSION, unavailable} from './source-errors.ts';

export interface ConnectDatabaseOptions {
  config: {
    /** `postgresql://…` of a PostgreSQL 15 or later; empty for the embedded one. */
    dataSource: string;
    maxConnections: number;
    /** See `DatabaseOptions`. */
    queryTimeout?: number;
    /** Port of the embedded PostgreSQL on 127.0.0.1; 0 for none. */
    embeddedListenPort: number;
    /** Connection strings of read replicas of `dataSource`; for the server, not for tools. */
    replicas?: ReplicaSources;
  };
  /** Absolute path. Contains the embedded PostgreSQL cluster. */
  dataDirectory: string;
  migrationsDirectory: string;
  /** Columns that only the server can read, see {@link createExtractionViews}. */
  secrets: readonly {table: string; column: string}[];
  /** Tables that only the server can read. */
  hidden: readonly string[];
  log: OperatorLog;
  /** See `DatabaseOptions`. */
  metrics?: Metrics;
  /**
   * For the server: `close` stops the embedded PostgreSQL, which is restarted if it crashes before. If false, as in
   * command-line tools, `close` stops it only if it was started here and no one else uses it.
   */
  stopOnClose: boolean;
  /** Opens the database without changing it: runs no migrations and creates no views. */
  leaveSchema?: boolean;
  /** Called before migrations change an existing embedded database. If it throws, nothing is migrated. */
  beforeMigrations?: (database: Database) => Promise<void>;
  /** Called before the schema is checked and migrated. If it throws, nothing is migrated. */
  beforeSchema?: (database: Database) => Promise<void>;
  /**
   * Leaves the schema of a newer version as it is, instead of refusing it. `beforeSchema` must check whether this version
   * works with it.
   */
  acceptNewerSchema?: boolean;
  /** For upgrades of the embedded database: another cluster, or another version of PostgreSQL. */
  embedded?: Pick<EmbeddedPostgresOptions, 'cluster' | 'postgresPackage'>;
  /** Locks the database before its schema changes, until it is closed. See {@link lockDatabase}. */
  lock?: Omit<LockDatabaseOptions, 'log'>;
}

export interface ConnectedDatabase {
  database: Database;
  /** For psql. Contains the password, if there is one. */
  connectionString: string;
  /** For the role that can read everything except secrets. The password is unknown for an external database. */
  readerConnectionString: string;
  /** Whether this is the embedded PostgreSQL. */
  embedded: boolean;
  /** For maintenance of the embedded PostgreSQL; undefined for an external one. */
  superuserConnectionString: string | undefined;
  /** With `unlessUsed`, the embedded PostgreSQL keeps running if another process uses it. */
  close(options?: {unlessUsed?: boolean}): Promise<void>;
}

const DATABASE_NAME = 'patchbay';
const SETTING = 'SqlSettings.DataSource';

/** Whether there is a database to open: an external one is configured, or the embedded one has been created. */
export function databaseExists({
  config,
  dataDirectory,
}: Pick<ConnectDatabaseOptions, 'config' | 'dataDirectory'>): boolean {
  return config.dataSource !== '' || readVersion(join(dataDirectory, CLUSTER)) !== undefined;
}

/**
 * Opens the configured database, or the embedded one if none is configured, and migrates it. Throws
 * {@link DatabaseUnavailableError} if it cannot be reached or its schema doesn't match, and InUseError if it cannot be
 * locked.
 */
export async function connectDatabase(options: ConnectDatabaseOptions): Promise<ConnectedDatabase> {
  const source = options.config.dataSource === '' ? await openEmbedded(options) : await openExternal(options);
  const {end, ...facts} = source;
  const {connectionString} = facts;
  const {replicas} = options.config;
  if (replicas) await requireReplicas(replicas, {primary: connectionString, log: options.log});
  let lock: DatabaseLock | undefined;
  const database = openDatabase({
    connectionString,
    maxConnections: options.config.maxConnections,
    ...(options.config.queryTimeout !== undefined && {queryTimeout: options.config.queryTimeout}),
    ...(replicas && {replicas}),
    ...(options.metrics && {metrics: options.metrics}),
    log: options.log,
  });
  const close = async ({unlessUsed = !options.stopOnClose} = {}) => {
    await database.close();
    await lock?.release();
    await end(unlessUsed);
  };
  try {
    if (options.lock) lock = await lockDatabase(connectionString, {...options.lock, log: options.log});
    if (!options.leaveSchema) {
      await options.beforeSchema?.(database);
      await database.longRunning(() => prepareSchema(database, options, facts.embedded));
    }
  } catch (error) {
    await close({unlessUsed: true});
    throw error;
  }
  return {...facts, database, close};
}

interface Source extends Omit<ConnectedDatabase, 'database' | 'close'> {
  end(unlessUsed: boolean): Promise<void>;
}

async function openEmbedded({
  config,
  dataDirectory,
  log,
  stopOnClose,
  embedded,
}: ConnectDatabaseOptions): Promise<Source> {
  const ATTEMPTS = 3;
  for (let attempt = 1; ; attempt++) {
    const postgres = await startEmbeddedPostgres({
      dataDirectory,
      listenPort: config.embeddedListenPort,
      reader: READER,
      keepRunning: stopOnClose,
      log,
      ...embedded,
    });
    const end = async (unlessUsed: boolean) => {
      if (stopOnClose || !postgres.adopted) {
        await postgres.stop({unlessUsed});
      }
    };
    try {
      await postgres.ensureDatabase(DATABASE_NAME);
      return {
        connectionString: postgres.connectionString(DATABASE_NAME),
        readerConnectionString: postgres.readerConnectionString(DATABASE_NAME),
        superuserConnectionString: postgres.superuserConnectionString(DATABASE_NAME),
        embedded: true,
        end,
      };
    } catch (error) {
      await end(true);
      // The process that started it may have stopped it before we connected.
      if (!postgres.adopted || attempt === ATTEMPTS) {
        throw error;
      }
    }
  }
}

async function openExternal({config: {dataSource}}: ConnectDatabaseOptions): Promise<Source> {
  const client = clientFor(dataSource, SETTING);
  const place = `${client.host}:${client.port}`;
  client.on('error', () => {});
  try {
    await client.connect();
    const {rows} = await client.query<{version: string; number: number}>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    );
    if (rows[0]!.number < OLDEST_VERSION) {
      throw new DatabaseUnavailableError(
        `The PostgreSQL server at ${place} (${SETTING}) is version ${rows[0]!.version}. Patchbay requires 15 or later.`,
      );
    }
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? error : unavailable(error, client, SETTING);
  } finally {
    await client.end().catch(() => {});
  }
  return {
    connectionString: dataSource,
    readerConnectionString: dataSource.replace(/^(\w+:\/\/)(?:[^/?#]*@)?/, `$1${READER_ROLE}@`),
    superuserConnectionString: undefined,
    embedded: false,
    end: async () => {},
  };
}

async function prepareSchema(
  database: Database,
  {migrationsDirectory, secrets, hidden, log, beforeMigrations, acceptNewerSchema}: ConnectDatabaseOptions,
  embedded: boolean,
): Promise<void> {
  if (acceptNewerSchema && (await hasNewerMigrations(database, migrationsDirectory))) {
    log.info({}, 'A newer version has migrated the database');
    return;
  }
  if (embedded && beforeMigrations) {
    const {applied, pending} = await migrationStatus(database, migrationsDirectory);
    if (applied.length > 0 && pending.length > 0) await beforeMigrations(database);
  }
  const applied = await migrateUnderViews(database, migrationsDirectory);
  if (applied.length > 0) {
    log.info({migrations: applied}, 'Migrated the database');
  }
  await createExtractionViews(database, {secrets, hidden, log});
}

/** Migrates. If a migration fails because views depend on a table, drops the views and retries. */
async function migrateUnderViews(database: Database, directory: string): Promise<string[]> {
  try {
    return await migrate(database, directory);
  } catch (error) {
    if (!(error instanceof Error && hasDependents(error.cause))) {
      throw error;
    }
    await dropExtractionViews(database);
    return migrate(database, directory);
  }
}
