import {accessSync, constants, realpathSync, rmdirSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {createDirectory} from '../../file-system/create-directory.ts';
import type {OperatorLog} from '../../logging/operator-log.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {findBinaries, type PostgresPackage} from './binaries.ts';
import {diskFullMessage, ensureCluster, writeConfiguration} from './cluster.ts';
import {type ClusterUser, clusterUser} from './cluster-user.ts';
import {launch} from './launch.ts';
import {ensureOwnedDatabase} from './owned-database.ts';
import {
  connectOverSocket,
  connectToPostmaster,
  isRunning,
  mayBeServing,
  type Postmaster,
  readPostmaster,
  removeStaleFiles,
} from './postmaster.ts';
import {ensureRoles, hasRoles, OWNER, type Reader, SUPERUSER} from './roles.ts';
import {createSocketDirectory} from './socket-directory.ts';
import {withStartLock} from './start-lock.ts';
import {tcpPassword} from './tcp-passwords.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path. It contains the cluster in `postgres` and its log in `postgres.log`. */
  dataDirectory: string;
  /** The port on 127.0.0.1; 0 for none, so that only the socket is available. */
  listenPort: number;
  /** The read-only role, which is created if it doesn't exist. It has its own password for TCP. */
  reader: Reader;
  log: OperatorLog;
  /** Restarts PostgreSQL if it exits while this process runs. */
  keepRunning?: boolean;
  /** False only in tests: committed data may be lost in a power failure. */
  durable?: boolean;
  /** The cluster's directory inside the data directory; `postgres` by default. */
  cluster?: string | undefined;
  /** The package with the programs to use; the installed one by default. */
  postgresPackage?: PostgresPackage | undefined;
}

export interface EmbeddedPostgres {
  /** The connection string of a database's owner, an unprivileged role. */
  connectionString(database: string): string;
  /** The superuser's connection string. */
  superuserConnectionString(database: string): string;
  /** The reader's connection string: over TCP if there is a port. */
  readerConnectionString(database: string): string;
  /** Creates the database for the owner if it doesn't exist; see {@link ensureOwnedDatabase}. */
  ensureDatabase(name: string): Promise<void>;
  /** Whether another process started it. */
  readonly adopted: boolean;
  /** The current process id of the server. */
  readonly pid: number;
  /**
   * Stops the server and waits for it to exit. With `unlessUsed`, it keeps running if anyone is connected. Close your own
   * connections first.
   */
  stop(options?: {unlessUsed?: boolean}): Promise<void>;
}

/** The directory of the cluster inside the data directory. */
export const CLUSTER = 'postgres';

// The socket has its own directory, so its port number can be fixed.
const SOCKET_PORT = 5432;
const POLL_INTERVAL_MS = 10;
const WATCH_INTERVAL_MS = 1_000;
const START_TIMEOUT_MS = 600_000;
const RESPONSE_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Starts the embedded PostgreSQL on the cluster in the data directory, which is created at the first start. If it is
 * already running, because another process started it or was killed, that server is used. It keeps running if this process
 * is killed.
 *
 * Throws {@link DatabaseUnavailableError} if it cannot be started.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const {listenPort, log} = options;
  const dataDirectory = createDataDirectory(options.dataDirectory);
  const directory = path.join(dataDirectory, options.cluster ?? CLUSTER);
  let stopped = false;

  let {postmaster, adopted} = await withStartLock(dataDirectory, adoptOrStart);
  let restarting: Promise<void> | undefined;
  const watch = options.keepRunning ? setInterval(restartIfStopped, WATCH_INTERVAL_MS).unref() : undefined;

  async function adoptOrStart(): Promise<{postmaster: Postmaster; adopted: boolean}> {
    const user = clusterUser(directory);
    const running = await findRunning(directory, log);
    if (running !== undefined) {
      if (!running.hasRoles) await prepareRoles(running.postmaster);
      log.info({pid: running.postmaster.pid}, 'Using the PostgreSQL that is already running');
      if (listenPort !== (running.postmaster.listens ? running.postmaster.port : 0)) {
        log.warn({listenPort}, 'SqlSettings.EmbeddedListenPort takes effect when PostgreSQL is restarted');
      }
      return {postmaster: running.postmaster, adopted: true};
    }
    try {
      return {postmaster: await start(user), adopted: false};
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
        ? new DatabaseUnavailableError(diskFullMessage(directory), {cause: error})
        : error;
    }
  }

  async function start(user: ClusterUser | undefined): Promise<Postmaster> {
    const cluster = {
      directory,
      user,
      binaries: findBinaries({dataDirectory, user}, options.postgresPackage),
      durable: options.durable ?? true,
    };
    await ensureCluster(cluster);
    writeConfiguration(cluster);
    const port = listenPort || SOCKET_PORT;
    const socketDirectory = createSocketDirectory(dataDirectory, user);
    removeStaleFiles(directory, socketDirectory, port);
    const started = await launch({
      cluster,
      dataDirectory,
      socketDirectory,
      port,
      listen: listenPort !== 0,
      log,
    });
    await prepareRoles(started);
    return started;
  }

  function prepareRoles(running: Postmaster): Promise<void> {
    return ensureRoles((role) => connectOverSocket(running, role, 'postgres'), {
      reader: options.reader,
      passwordOf: running.listens ? (role) => tcpPassword(dataDirectory, role) : undefined,
    });
  }

  function restartIfStopped(): void {
    if (stopped || restarting !== undefined || isRunning(postmaster.pid)) {
      return;
    }
    log.error({pid: postmaster.pid}, 'PostgreSQL has exited; restarting it');
    restarting = withStartLock(dataDirectory, async () => {
      if (!stopped) {
        ({postmaster, adopted} = await adoptOrStart());
      }
    })
      .catch((error: unknown) => log.error({err: error}, 'Could not restart PostgreSQL; retrying'))
      .finally(() => {
        restarting = undefined;
      });
  }

  return {
    connectionString: (database) => socketUrl(OWNER, database, postmaster),
    superuserConnectionString: (database) => socketUrl(SUPERUSER, database, postmaster),
    ensureDatabase: (name) =>
      ensureOwnedDatabase((database) => connectOverSocket(postmaster, SUPERUSER, database), name),
    readerConnectionString(database) {
      if (!postmaster.listens) {
        return socketUrl(options.reader.role, database, postmaster);
      }
      const password = tcpPassword(dataDirectory, options.reader.role);
      return `postgresql://${options.reader.role}:${password}@127.0.0.1:${postmaster.port}/${database}`;
    },
    get adopted() {
      return adopted;
    },
    get pid() {
      return postmaster.pid;
    },
    async stop({unlessUsed = false} = {}) {
      stopped = true;
      clearInterval(watch);
      await restarting;
      await withStartLock(dataDirectory, async () => {
        if (unlessUsed && (await isUsed(directory))) {
          log.info({}, 'PostgreSQL keeps running because another process uses it');
          return;
        }
        await stopServer(directory, log);
      });
    },
  };
}

function createDataDirectory(directory: string): string {
  try {
    createDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The data directory ${directory} is not writable (${(error as NodeJS.ErrnoException).code}). Make it ` +
        'writable for this user, or set PATCHBAY_DATA to another directory.',
      {cause: error},
    );
  }
}

/** Finds the running server of the cluster, and waits for it if it is starting. Undefined if there is none. */
async function findRunning(
  directory: string,
  log: OperatorLog,
): Promise<{postmaster: Postmaster; hasRoles: boolean} | undefined> {
  const begin = Date.now();
  for (let round = 0; ; round++) {
    const postmaster = readPostmaster(directory);
    if (postmaster === undefined) {
      return undefined;
    }
    const client = await connectToPostmaster(postmaster, directory);
    if (client !== undefined) {
      try {
        return {postmaster, hasRoles: await hasRoles(client)};
      } finally {
        await client.end();
      }
    }
    if (!mayBeServing(postmaster.pid, directory)) {
      return undefined;
    }
    if (Date.now() - begin > (postmaster.status === 'starting' ? START_TIMEOUT_MS : RESPONSE_TIMEOUT_MS)) {
      throw new DatabaseUnavailableError(
        `PostgreSQL (process ${postmaster.pid}, ${postmaster.status || 'no status'}) uses ${directory} but does not ` +
          'respond. See postgres.log, and stop that process.',
      );
    }
    if (round === 100) {
      log.info({pid: postmaster.pid, status: postmaster.status}, 'Waiting for PostgreSQL to become ready');
    }
    await wait(POLL_INTERVAL_MS);
  }
}

async function isUsed(directory: string): Promise<boolean> {
  const postmaster = readPostmaster(directory);
  const client = postmaster && (await connectToPostmaster(postmaster, directory));
  if (client === undefined) {
    return false;
  }
  try {
    // Connections that the caller has just closed may remain for a few milliseconds.
    for (let round = 0; round < 50; round++) {
      const {rowCount} = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rowCount === 0) {
        return false;
      }
      await wait(POLL_INTERVAL_MS);
    }
    return true;
  } finally {
    await client.end();
  }
}

async function stopServer(directory: string, log: OperatorLog): Promise<void> {
  const postmaster = readPostmaster(directory);
  if (postmaster === undefined || !mayBeServing(postmaster.pid, directory)) {
    return;
  }
  // SIGINT requests a fast shutdown: it closes the connections and writes a checkpoint.
  try {
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      return;
    }
    throw error;
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isRunning(postmaster.pid)) {
    if (Date.now() > deadline) {
      log.warn({pid: postmaster.pid}, 'PostgreSQL did not stop within a minute; no longer waiting for it');
      return;
    }
    await wait(POLL_INTERVAL_MS);
  }
  try {
    rmdirSync(postmaster.socketDirectory);
  } catch {
    // Not a problem: the next start reuses the directory.
  }
}

function socketUrl(user: string, database: string, {socketDirectory, port}: Postmaster): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socketDirectory)}&port=${port}`;
}
