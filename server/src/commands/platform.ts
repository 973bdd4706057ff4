import {fileURLToPath} from 'node:url';
import {
  backUpBeforeMigrations,
  requireFinishedRestore,
  upgradeEmbeddedDatabase,
} from '../data-exchange/backup/backup.ts';
import type {Platform} from '../features.ts';
import type {Cluster} from '../platform/cluster/cluster.ts';
import {requireCompatibleVersions} from '../platform/cluster/compatible-versions.ts';
import {joinCluster} from '../platform/cluster/join-cluster.ts';
import {createSingleNode} from '../platform/cluster/single-node.ts';
import {describeThisNode} from '../platform/cluster/this-node.ts';
import type {Config, ReadConfig} from '../platform/config/config.ts';
import {type LocalSettings, loadLocalSettings, withoutDatabase} from '../platform/config/local-settings.ts';
import {openConfig, readConfig} from '../platform/config-store/open-config.ts';
import type {Database} from '../platform/database/database.ts';
import {type ConnectedDatabase, connectDatabase, databaseExists} from '../platform/database/open.ts';
import {sendEventsToServers} from '../platform/event-bus/database-bridge.ts';
import {createEventBus} from '../platform/event-bus/event-bus.ts';
import {lockDataDirectory} from '../platform/exclusive-use/lock-directory.ts';
import {createLogger, type Logger} from '../platform/logging/logger.ts';
import {createRecentLog} from '../platform/logging/recent-log.ts';
import {createMetrics} from '../platform/metrics/metrics.ts';
import {openKeyRing} from '../platform/secrets/key-ring.ts';
import {createSealing, type Sealing} from '../platform/secrets/sealing.ts';
import {openStoredSecrets} from '../platform/secrets/stored-secrets.ts';
import {startTracing} from '../platform/tracing/tracing.ts';
import {HIDDEN_TABLES, SEALED_COLUMNS, SECRET_COLUMNS} from '../secret-columns.ts';
import {MINIMUM_VERSION, PRODUCT_VERSION} from '../version.ts';
import {dataDirectory} from './data-directory.ts';

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The migrations and views of the database schema. */
export const SCHEMA_OPTIONS = {
  migrationsDirectory: MIGRATIONS_DIRECTORY,
  secrets: SECRET_COLUMNS,
  hidden: HIDDEN_TABLES,
};

export interface ConnectedPlatform {
  platform: Platform;
  /** The connection string for `psql`. */
  connectionString: string;
  readerConnectionString: string;
  /** With `unlessUsed`, the embedded PostgreSQL keeps running if another process uses it. */
  disconnect(options?: {unlessUsed?: boolean}): Promise<void>;
}

/** How long to wait for a server that was just stopped or killed to release its locks, in milliseconds. */
const LOCK_MAX_WAIT_MS = 10_000;

export type PlatformUse =
  | {as: 'tool'}
  /** `onDisplaced` is called if another server took over the database. This server must stop then. */
  | {as: 'server'; onDisplaced: (message: string) => void};

/**
 * Connects the settings, log and database for the server or a command-line tool. Events of a tool are sent to the
 * servers on the same database.
 *
 * @throws InUseError if another server uses the data directory or the database
 */
export async function connectPlatform(use: PlatformUse): Promise<ConnectedPlatform> {
  const {as} = use;
  requireFinishedRestore(dataDirectory());
  const local = await loadLocalSettings({dataDirectory: dataDirectory(), env: process.env});
  const recentLog = createRecentLog();
  const log = createLogger({
    level: as === 'server' ? local.get().LogSettings.ConsoleLevel : 'warn',
    pretty: process.stderr.isTTY === true,
    recentLog,
  });
  const held = {
    program: local.get().ClusterSettings.Enable ? 'cluster node' : 'server',
    maxWaitMs: LOCK_MAX_WAIT_MS,
  };
  const directoryLock =
    as === 'server' ? await lockDataDirectory(local.dataDirectory, {...held, log}) : undefined;
  try {
    const {disconnect, ...connected} = await connectLocal(use, {local, log, recentLog, held});
    return {
      ...connected,
      async disconnect(options) {
        await disconnect(options);
        directoryLock?.release();
      },
    };
  } catch (error) {
    directoryLock?.release();
    throw error;
  }
}

/** Connects the platform of a data directory that no other server uses. */
async function connectLocal(
  use: PlatformUse,
  {
    local,
    log,
    recentLog,
    held,
  }: {
    local: LocalSettings;
    log: Logger;
    recentLog: Platform['recentLog'];
    /** Describes this process to others that want to use the database. */
    held: {program: string; maxWaitMs: number};
  },
): Promise<ConnectedPlatform> {
  const {as} = use;
  const sealing = openSealing(local);
  const isNode = local.get().ClusterSettings.Enable;
  const upgrade = {
    settingsOf: (database: Database) => readConfig({local, database, sealing}),
    log,
    productVersion: PRODUCT_VERSION,
  };
  const options = {...databaseOptions(local, log), stopOnClose: as === 'server'};
  if (as === 'server') await upgradeEmbeddedDatabase(options, upgrade);
  const {QueryTimeout, DataSourceReplicas, DataSourceSearchReplicas} = local.get().SqlSettings;
  const replicas = {lists: DataSourceReplicas, search: DataSourceSearchReplicas};
  const metrics = createMetrics();
  const connected = await connectDatabase({
    ...options,
    // Tools have no query timeout, and always use the primary.
    config: {...options.config, ...(as === 'server' && {queryTimeout: QueryTimeout, replicas})},
    metrics,
    beforeMigrations: (database) => backUpBeforeMigrations(database, upgrade),
    beforeSchema: (database) =>
      requireCompatibleVersions(database, {version: PRODUCT_VERSION, minimum: MINIMUM_VERSION}),
    // While a cluster is being upgraded, a node of the older version can restart.
    acceptNewerSchema: isNode,
    ...(use.as === 'server' && {lock: {...held, shared: isNode, onTaken: use.onDisplaced}}),
  });
  const {database} = connected;
  let config: Config;
  let cluster: Cluster;
  try {
    await openStoredSecrets(database, sealing, log);
    config = await openConfig({local, database, sealing, log});
    cluster =
      as === 'server'
        ? await joinCluster({config, database, log, metrics, version: PRODUCT_VERSION})
        : createSingleNode(describeThisNode(PRODUCT_VERSION));
  } catch (error) {
    await connected.close({unlessUsed: true});
    throw error;
  }
  if (as === 'server') {
    log.level = config.get().LogSettings.ConsoleLevel;
    config.onChange(({LogSettings}) => {
      log.level = LogSettings.ConsoleLevel;
    });
  }
  const events = createLoggedEventBus(cluster, database, log);
  const stopTracing =
    as === 'server'
      ? await startTracing({config, log, version: PRODUCT_VERSION, instance: cluster.node.hostname})
      : async () => {};
  const flushEvents = as === 'tool' ? sendEventsToServers(cluster.bus, database) : async () => {};
  return {
    platform: {config, log, recentLog, database, cluster, events, metrics, sealing},
    connectionString: connected.connectionString,
    readerConnectionString: connected.readerConnectionString,
    async disconnect(options) {
      await events.idle();
      await flushEvents();
      await cluster.close();
      await stopTracing();
      await connected.close(options);
    },
  };
}

/** Runs `work` with the platform of a command-line tool. */
export async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  try {
    return await work(platform);
  } finally {
    await disconnect();
  }
}

/** Connects to the database without migrating it, for tools that inspect it. */
export async function connectDatabaseWithoutMigrating(): Promise<
  ConnectedDatabase & {readConfig(): Promise<ReadConfig>}
> {
  requireFinishedRestore(dataDirectory());
  const local = await loadLocalSettings({dataDirectory: dataDirectory(), env: process.env});
  const log = createLogger({level: 'warn', pretty: process.stderr.isTTY === true});
  const connected = await connectDatabase({
    ...databaseOptions(local, log),
    stopOnClose: false,
    leaveSchema: true,
  });
  const {database} = connected;
  return {...connected, readConfig: () => readConfig({local, database, sealing: openSealing(local)})};
}

/** Reads the settings, including those in the database if there is one. Does not create or change anything. */
export async function readAllSettings(): Promise<ReadConfig> {
  const local = await loadLocalSettings({dataDirectory: dataDirectory(), env: process.env});
  const log = createLogger({level: 'warn', pretty: process.stderr.isTTY === true});
  if (!databaseExists(databaseOptions(local, log))) return withoutDatabase(local);
  const {readConfig, close} = await connectDatabaseWithoutMigrating();
  try {
    return await readConfig();
  } finally {
    await close();
  }
}

function openSealing({dataDirectory}: LocalSettings): Sealing {
  return createSealing({keys: openKeyRing({dataDirectory, env: process.env}), columns: SEALED_COLUMNS});
}

function databaseOptions(local: LocalSettings, log: Logger) {
  const {DataSource, MaxOpenConns, EmbeddedListenPort} = local.get().SqlSettings;
  return {
    config: {
      dataSource: DataSource,
      maxConnections: MaxOpenConns,
      embeddedListenPort: EmbeddedListenPort,
    },
    dataDirectory: local.dataDirectory,
    ...SCHEMA_OPTIONS,
    log,
  };
}

/** An event bus that logs errors of handlers. */
function createLoggedEventBus(cluster: Cluster, database: Database, log: Logger) {
  return createEventBus(cluster, database, (error, event) =>
    log.error({err: error, event}, 'an event handler failed'),
  );
}
