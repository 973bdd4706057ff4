import {accessSync, constants, mkdirSync, realpathSync, rmdirSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import type {OperatorLog} from '../../logging/operator-log.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {findBinaries, type PostgresPackage} from './binaries.ts';
import {diskFull, ensureCluster, writeConfiguration} from './cluster.ts';
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
  /** Absolute path. The cluster lies in `postgres` inside, its log in `postgres.log`. */
  dataDirectory: string;
  /** Port on 127.0.0.1; 0 for none, which leaves the socket only. */
  listenPort: number;
  /** Role that reads, over TCP with a password of its own; it is created if it is not there. */
  reader: Reader;
  log: OperatorLog;
  /** Starts PostgreSQL again when it ended while this process runs. */
  keepRunning?: boolean;
  /** False for tests only: what was committed may be lost with the machine. */
  durable?: boolean;
  /** The cluster's directory inside the data directory; `postgres` if absent. */
  cluster?: string | undefined;
  /** Whose programs serve it; those of the installed package if absent. */
  postgresPackage?: PostgresPackage | undefined;
}

export interface EmbeddedPostgres {
  /** For the owner of the database of this name, an ordinary role. */
  connectionString(database: string): string;
  /** For the superuser, to the database of this name. */
  superuserConnectionString(database: string): string;
  /** For the reader's role, to the database of this name: over TCP if there is a port. */
  readerConnectionString(database: string): string;
  /** Creates the database if it is not there, as the owner's; see {@link ensureOwnedDatabase}. */
  ensureDatabase(name: string): Promise<void>;
  /** Whether another process had started it. */
  readonly adopted: boolean;
  /** The process id of the server, as of now. */
  readonly pid: number;
  /**
   * Ends the server and waits until it has. With `unlessUsed` it goes on running if anybody is connected. The
   * caller's own connections have to be closed before.
   */
  stop(options?: {unlessUsed?: boolean}): Promise<void>;
}

/** The directory of the cluster inside the data directory. */
export const CLUSTER = 'postgres';

// Inside a directory of its own the socket needs a number that is always the same, not one that is free.
const SOCKET_PORT = 5432;
const LOOK_EVERY_MS = 10;
const WATCH_EVERY_MS = 1_000;
const START_TIMEOUT_MS = 600_000;
const ANSWER_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Starts the PostgreSQL that Patchbay brings along on the cluster in the data directory, which is made at the
 * first start. If another process has started it, or one that was killed has left it running, that server is
 * used. It runs on when this process is killed.
 *
 * Throws {@link DatabaseUnavailableError}, with what to do about it, if there is no way.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const {listenPort, log} = options;
  const dataDirectory = makeDataDirectory(options.dataDirectory);
  const directory = path.join(dataDirectory, options.cluster ?? CLUSTER);
  let stopped = false;

  let {postmaster, adopted} = await withStartLock(dataDirectory, adoptOrStart);
  let restarting: Promise<void> | undefined;
  const watch = options.keepRunning ? setInterval(restartIfGone, WATCH_EVERY_MS).unref() : undefined;

  async function adoptOrStart(): Promise<{postmaster: Postmaster; adopted: boolean}> {
    const user = clusterUser(directory);
    const running = await findRunning(directory, log);
    if (running !== undefined) {
      if (!running.hasRoles) await prepareRoles(running.postmaster);
      log.info({pid: running.postmaster.pid}, 'Using the PostgreSQL that is running already');
      if (listenPort !== (running.postmaster.listens ? running.postmaster.port : 0)) {
        log.warn({listenPort}, 'SqlSettings.EmbeddedListenPort takes effect when PostgreSQL is started anew');
      }
      return {postmaster: running.postmaster, adopted: true};
    }
    try {
      return {postmaster: await start(user), adopted: false};
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
        ? new DatabaseUnavailableError(diskFull(directory), {cause: error})
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

  function restartIfGone(): void {
    if (stopped || restarting !== undefined || isRunning(postmaster.pid)) {
      return;
    }
    log.error({pid: postmaster.pid}, 'PostgreSQL has ended; starting it again');
    restarting = withStartLock(dataDirectory, async () => {
      if (!stopped) {
        ({postmaster, adopted} = await adoptOrStart());
      }
    })
      .catch((error: unknown) => log.error({err: error}, 'PostgreSQL could not be started again; trying on'))
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
          log.info({}, 'Leaving PostgreSQL running: another process uses it');
          return;
        }
        await end(directory, log);
      });
    },
  };
}

function makeDataDirectory(directory: string): string {
  try {
    mkdirSync(directory, {recursive: true});
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The data directory ${directory} cannot be written (${(error as NodeJS.ErrnoException).code}). Make it ` +
        'writable for this user, or name another one in PATCHBAY_DATA.',
      {cause: error},
    );
  }
}

/** The server that serves the cluster, waited for while it starts; undefined if there is none. */
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
    if (Date.now() - begin > (postmaster.status === 'starting' ? START_TIMEOUT_MS : ANSWER_TIMEOUT_MS)) {
      throw new DatabaseUnavailableError(
        `PostgreSQL (process ${postmaster.pid}, ${postmaster.status || 'no status'}) holds ${directory} but does not ` +
          'answer. Look into postgres.log, and end that process.',
      );
    }
    if (round === 100) {
      log.info({pid: postmaster.pid, status: postmaster.status}, 'Waiting for PostgreSQL to become ready');
    }
    await wait(LOOK_EVERY_MS);
  }
}

async function isUsed(directory: string): Promise<boolean> {
  const postmaster = readPostmaster(directory);
  const client = postmaster && (await connectToPostmaster(postmaster, directory));
  if (client === undefined) {
    return false;
  }
  try {
    // Connections that the caller has just closed are there for some milliseconds more.
    for (let round = 0; round < 50; round++) {
      const {rowCount} = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rowCount === 0) {
        return false;
      }
      await wait(LOOK_EVERY_MS);
    }
    return true;
  } finally {
    await client.end();
  }
}

async function end(directory: string, log: OperatorLog): Promise<void> {
  const postmaster = readPostmaster(directory);
  if (postmaster === undefined || !mayBeServing(postmaster.pid, directory)) {
    return;
  }
  // "Fast": ends the connections, writes what is in memory to disk.
  try {
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      return;
    }
    throw error;
  }
  const giveUpAt = Date.now() + STOP_TIMEOUT_MS;
  while (isRunning(postmaster.pid)) {
    if (Date.now() > giveUpAt) {
      log.warn({pid: postmaster.pid}, 'PostgreSQL takes over a minute to end; leaving it to itself');
      return;
    }
    await wait(LOOK_EVERY_MS);
  }
  try {
    rmdirSync(postmaster.socketDirectory);
  } catch {
    // It is not worth a word: the next start takes it as it is.
  }
}

function socketUrl(user: string, database: string, {socketDirectory, port}: Postmaster): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socketDirectory)}&port=${port}`;
}
