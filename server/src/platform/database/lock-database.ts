import {setTimeout as wait} from 'node:timers/promises';
import pg from 'pg';
import {describeHolder, type Holder, InUseError, thisProcess} from '../exclusive-use/in-use.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {connectionSettings} from './connection-settings.ts';

export interface LockDatabaseOptions {
  /** The lock holder's name in the error messages of other processes: `server`, or a command. */
  program: string;
  /** How long to wait for the current holder to exit, in milliseconds. */
  maxWaitMs: number;
  /** Whether other processes can take the lock as shared at the same time. */
  shared?: boolean;
  /**
   * Called if the connection was lost and another process has taken the lock. This process must stop using the
   * database; the message names the other process.
   */
  onTaken: (message: string) => void;
  log: OperatorLog;
}

export interface DatabaseLock {
  /** Releases the lock and closes its connection. */
  release(): Promise<void>;
}

// Two numbers that no other advisory lock uses.
const LOCK = [1_346_454_603, 1];
const RETRY_INTERVAL_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
const CHECK_INTERVAL_MS = 5_000;
const CHECK_TIMEOUT_MS = 15_000;

/**
 * Locks the database for this process until the lock is released or the process ends. Command-line tools that can run
 * alongside a server don't take this lock.
 *
 * It is an advisory lock on a dedicated connection, so PostgreSQL releases it with the connection. If the connection is
 * lost, it is reopened with increasing delays and the lock is taken again.
 *
 * @throws InUseError if another process still holds the lock after `maxWaitMs`, or if the connection goes through a
 *   pooler that shares sessions between transactions
 */
export async function lockDatabase(
  connectionString: string,
  {program, maxWaitMs, shared = false, onTaken, log}: LockDatabaseOptions,
): Promise<DatabaseLock> {
  const settings = connectionSettings(connectionString);
  const me = applicationName(thisProcess(program));
  const closing = new AbortController();
  let check: NodeJS.Timeout | undefined;
  let client = await connect();
  try {
    await rejectTransactionPooler(client, settings);
    await acquire(client, maxWaitMs);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  watchConnection();

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({...settings, query_timeout: CHECK_TIMEOUT_MS});
    next.on('error', () => {});
    try {
      await next.connect();
      // PostgreSQL detects within half a minute that the client's machine is unreachable, instead of after two hours.
      await next.query(`
        set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
        set idle_session_timeout = 0`);
      await next.query(`select set_config('application_name', $1, false)`, [me]);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    return next;
  }

  /** Takes the lock on this connection. @throws InUseError */
  async function acquire(on: pg.Client, waitMs: number): Promise<void> {
    const deadline = performance.now() + waitMs;
    for (let logged = false; ; logged = true) {
      const {rows} = await on.query(
        `select pg_try_advisory_lock${shared ? '_shared' : ''}($1, $2) as taken`,
        LOCK,
      );
      if (rows[0].taken) return;
      const holder = await findHolder(on);
      if (holder?.application === me) {
        // Our own lost connection, which PostgreSQL still considers open.
        await on.query('select pg_terminate_backend($1)', [holder.backend]);
      } else if (performance.now() > deadline) {
        throw new InUseError(inUseMessage(on, holder, shared));
      } else if (!logged) {
        log.info({}, 'Waiting for the process that uses the database to exit');
      }
      await wait(RETRY_INTERVAL_MS, undefined, {signal: closing.signal});
    }
  }

  /** Monitors the connection that holds the lock. */
  function watchConnection(): void {
    const held = client;
    held.once('end', () => {
      clearInterval(check);
      if (!closing.signal.aborted) void reacquire();
    });
    // A connection can be dead without an error from the network.
    check = setInterval(() => {
      held.query('select 1').catch(() => held.end().catch(() => {}));
    }, CHECK_INTERVAL_MS).unref();
  }

  async function reacquire(): Promise<void> {
    log.warn({}, 'The connection that holds the database lock was lost; reconnecting');
    for (let delay = RETRY_INTERVAL_MS; ; delay = Math.min(delay * 2, MAX_RETRY_DELAY_MS)) {
      try {
        await wait(delay, undefined, {signal: closing.signal, ref: false});
        client = await connect();
        await acquire(client, 0);
        closing.signal.throwIfAborted();
        return watchConnection();
      } catch (error) {
        await client.end().catch(() => {});
        if (closing.signal.aborted) return;
        if (error instanceof InUseError) return onTaken(error.message);
        log.warn({err: error}, 'Could not take the database lock again; retrying');
      }
    }
  }

  return {
    async release() {
      closing.abort();
      clearInterval(check);
      await client.end().catch(() => {});
    },
  };
}

/**
 * A transaction pooler would pass the session, with its lock, to other clients. With such a pooler, two concurrent
 * clients get the same idle session.
 */
async function rejectTransactionPooler(client: pg.Client, settings: pg.ClientConfig): Promise<void> {
  const sessionOf = async (of: pg.Client) =>
    (await of.query<{pid: number}>('select pg_backend_pid() as pid')).rows[0]!.pid;
  const other = new pg.Client(settings);
  other.on('error', () => {});
  try {
    await other.connect();
    const first = await sessionOf(client);
    await other.query('begin');
    const others = await sessionOf(other);
    await other.query('commit');
    if (others !== first && (await sessionOf(client)) === first) return;
  } finally {
    await other.end().catch(() => {});
  }
  throw new InUseError(
    'SqlSettings.DataSource points to a pooler that shares sessions between clients, such as PgBouncer in transaction ' +
      'mode. Locks and notifications require persistent sessions: set pool_mode = session for this database, or connect ' +
      'directly to PostgreSQL.',
  );
}

interface FoundHolder {
  backend: number;
  application: string;
  address: string | null;
}

async function findHolder(client: pg.Client): Promise<FoundHolder | undefined> {
  const {rows} = await client.query<FoundHolder>(
    `select pid as backend, coalesce(application_name, '') as application, host(client_addr) as address
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = $1::bigint::oid and objid = $2::bigint::oid and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())`,
    LOCK,
  );
  return rows[0];
}

function inUseMessage(
  {database, host, port}: pg.Client,
  found: FoundHolder | undefined,
  shared: boolean,
): string {
  const place = `The database ${database} on the PostgreSQL server at ${host}:${port} is in use by another Patchbay`;
  const holder = found && parseApplicationName(found.application);
  const program = holder
    ? ` ${holder.program} (${describeHolder(holder)})`
    : ` server${found?.address ? ` at ${found.address}` : ''}`;
  const todo = shared
    ? 'Nodes of a cluster share a database only with each other: stop it, or set ClusterSettings.Enable there too.'
    : 'Stop it first, or set SqlSettings.DataSource to another database.';
  const gone = found
    ? ` If it no longer exists, end its connection: select pg_terminate_backend(${found.backend})`
    : '';
  return `${place}${program}. ${todo}${gone}`;
}

// Other processes see the holder only through pg_stat_activity, which stores 63 bytes of the application name.
const HOST_CHARACTERS = 20;

/** `patchbay server 4711@host-a 20260501T123000Z` */
function applicationName({program, pid, host, startedAt}: Holder): string {
  const started = new Date(startedAt).toISOString().replace(/[-:]|\.\d+/g, '');
  return `patchbay ${program} ${pid}@${host.slice(0, HOST_CHARACTERS)} ${started}`;
}

function parseApplicationName(name: string): Holder | undefined {
  const found = /^patchbay (.+) (\d+)@(\S*) (\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/.exec(name);
  if (found === null) return undefined;
  const [, program = '', pid, host = '', year, month, dayAndHour, minute, second] = found;
  const startedAt = Date.parse(`${year}-${month}-${dayAndHour}:${minute}:${second}`);
  return {program, pid: Number(pid), host, startedAt};
}
