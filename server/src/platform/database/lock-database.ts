import {setTimeout as wait} from 'node:timers/promises';
import pg from 'pg';
import {describeHolder, type Holder, InUseError, thisProcess} from '../exclusive-use/in-use.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {connectionSettings} from './connection-settings.ts';

export interface LockDatabaseOptions {
  /** What holds it from now on, for the message that others get: `server`, or the words of a command. */
  program: string;
  /** How long to wait for a holder that may be about to end. Milliseconds. */
  maxWaitMs: number;
  /**
   * The connection was lost, and another program has taken the lock since. This one has to stop using the database;
   * the message says which program that is.
   */
  onTaken: (message: string) => void;
  log: OperatorLog;
}

export interface DatabaseLock {
  /** Gives up the lock and closes its connection. */
  release(): Promise<void>;
}

// Two numbers that nothing else locks with.
const LOCK = [1_346_454_603, 1];
const TRY_EVERY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
const CHECK_EVERY_MS = 5_000;
const CHECK_TIMEOUT_MS = 15_000;

/**
 * Makes this process the only one that holds the database, until the lock is released or the process ends. Command
 * line tools that work beside a server do not take this lock.
 *
 * It is an advisory lock of a session of its own, so PostgreSQL ends it with the connection. A connection that is lost
 * is opened again, with growing delays, and the lock taken again.
 *
 * @throws InUseError when another process still holds it after `maxWaitMs`, or when the connection goes through a pooler that
 *   gives each transaction another session.
 */
export async function lockDatabase(
  connectionString: string,
  {program, maxWaitMs, onTaken, log}: LockDatabaseOptions,
): Promise<DatabaseLock> {
  const settings = connectionSettings(connectionString);
  const me = applicationName(thisProcess(program));
  const closing = new AbortController();
  let check: NodeJS.Timeout | undefined;
  let client = await connect();
  try {
    await refuseTransactionPooler(client, settings);
    await take(client, maxWaitMs);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  keep();

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({...settings, query_timeout: CHECK_TIMEOUT_MS});
    next.on('error', () => {});
    try {
      await next.connect();
      // PostgreSQL notices within half a minute that the machine at the other end is gone, not after two hours.
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
  async function take(on: pg.Client, waitMs: number): Promise<void> {
    const giveUpAt = performance.now() + waitMs;
    for (let told = false; ; told = true) {
      const {rows} = await on.query('select pg_try_advisory_lock($1, $2) as taken', LOCK);
      if (rows[0].taken) return;
      const holder = await findHolder(on);
      if (holder?.application === me) {
        // Our own lost connection, which PostgreSQL takes to be alive.
        await on.query('select pg_terminate_backend($1)', [holder.backend]);
      } else if (performance.now() > giveUpAt) {
        throw new InUseError(inUse(on, holder));
      } else if (!told) {
        log.info({}, 'Waiting for the process that uses the database to end');
      }
      await wait(TRY_EVERY_MS, undefined, {signal: closing.signal});
    }
  }

  /** Watches over the connection that holds the lock. */
  function keep(): void {
    const held = client;
    held.once('end', () => {
      clearInterval(check);
      if (!closing.signal.aborted) void takeAgain();
    });
    // A connection can be dead without a word from the network.
    check = setInterval(() => {
      held.query('select 1').catch(() => held.end().catch(() => {}));
    }, CHECK_EVERY_MS).unref();
  }

  async function takeAgain(): Promise<void> {
    log.warn({}, 'The connection that holds the lock of the database was lost; opening it again');
    for (let delay = TRY_EVERY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
      try {
        await wait(delay, undefined, {signal: closing.signal, ref: false});
        client = await connect();
        await take(client, 0);
        closing.signal.throwIfAborted();
        return keep();
      } catch (error) {
        await client.end().catch(() => {});
        if (closing.signal.aborted) return;
        if (error instanceof InUseError) return onTaken(error.message);
        log.warn({err: error}, 'Could not take the lock of the database again yet; trying on');
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
 * A pooler that lends its sessions for a transaction gives the lock to whatever client comes next. Two clients at once
 * show it: both get the session that is idle.
 */
async function refuseTransactionPooler(client: pg.Client, settings: pg.ClientConfig): Promise<void> {
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
    'SqlSettings.DataSource leads to a pooler that shares sessions between clients, such as PgBouncer in transaction ' +
      'mode. Locks and notifications need sessions that last: set pool_mode = session for this database, or name ' +
      'PostgreSQL itself in the setting.',
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

function inUse({database, host, port}: pg.Client, found: FoundHolder | undefined): string {
  const place = `The database ${database} of the PostgreSQL at ${host}:${port} is in use by another Patchbay`;
  const holder = found && parseApplicationName(found.application);
  const program = holder
    ? ` ${holder.program} (${describeHolder(holder)})`
    : ` server${found?.address ? ` at ${found.address}` : ''}`;
  const todo = 'Stop it first, or set SqlSettings.DataSource to another database.';
  const gone = found
    ? ` If it no longer exists, end its connection: select pg_terminate_backend(${found.backend})`
    : '';
  return `${place}${program}. ${todo}${gone}`;
}

// What pg_stat_activity shows of a connection is all that others can learn. PostgreSQL keeps 63 bytes of it.
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
