import {fileURLToPath} from 'node:url';
import type {Platform} from '../features.ts';
import {type Config, loadConfig} from '../platform/config/config.ts';
import {type ConnectedDatabase, connectDatabase} from '../platform/database/open.ts';
import {sendEventsToServers} from '../platform/event-bus/database-bridge.ts';
import {createEventBus} from '../platform/event-bus/event-bus.ts';
import {createLogger, type Logger} from '../platform/logging/logger.ts';
import {createMetrics} from '../platform/metrics/metrics.ts';
import {HIDDEN_TABLES, SECRET_COLUMNS} from '../secret-columns.ts';
import {dataDirectory} from './data-directory.ts';

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface ConnectedPlatform {
  platform: Platform;
  /** What `psql` takes as it is. */
  connectionString: string;
  readerConnectionString: string;
  /** With `unlessUsed` the embedded PostgreSQL goes on running if another process uses it. */
  disconnect(options?: {unlessUsed?: boolean}): Promise<void>;
}

/**
 * Settings, log and database for a program: the server, or a command line tool that works beside one or without.
 * What a tool publishes on the bus reaches the servers on the same database.
 */
export async function connectPlatform({as}: {as: 'server' | 'tool'}): Promise<ConnectedPlatform> {
  const config = await loadConfig({dataDirectory: dataDirectory(), env: process.env});
  const log = createLogger({
    level: as === 'server' ? config.get().LogSettings.ConsoleLevel : 'warn',
    pretty: process.stderr.isTTY === true,
  });
  const connected = await connectDatabase({...databaseOptions(config, log), stopOnClose: as === 'server'});
  const events = createLoggedEventBus(log);
  const flushEvents = as === 'tool' ? sendEventsToServers(events, connected.database) : async () => {};
  return {
    platform: {config, log, database: connected.database, events, metrics: createMetrics()},
    connectionString: connected.connectionString,
    readerConnectionString: connected.readerConnectionString,
    async disconnect(options) {
      await flushEvents();
      await connected.close(options);
    },
  };
}

/** The database as it is, for a tool that looks at it: nothing is migrated. */
export async function connectDatabaseAsItIs(): Promise<ConnectedDatabase> {
  const config = await loadConfig({dataDirectory: dataDirectory(), env: process.env});
  const log = createLogger({level: 'warn', pretty: process.stderr.isTTY === true});
  return connectDatabase({...databaseOptions(config, log), stopOnClose: false, leaveSchema: true});
}

function databaseOptions(config: Config, log: Logger) {
  const {DataSource, MaxOpenConns, EmbeddedListenPort} = config.get().SqlSettings;
  return {
    config: {dataSource: DataSource, maxConnections: MaxOpenConns, embeddedListenPort: EmbeddedListenPort},
    dataDirectory: config.dataDirectory,
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    secrets: SECRET_COLUMNS,
    hidden: HIDDEN_TABLES,
    log,
  };
}

/** An event bus that logs what a handler throws. */
export function createLoggedEventBus(log: Logger) {
  return createEventBus((error, event) => log.error({err: error, event}, 'a handler of an event failed'));
}
