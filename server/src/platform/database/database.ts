import type {Readable} from 'node:stream';
import pg from 'pg';
import {from, to} from 'pg-copy-streams';
import type {OperatorLog} from '../logging/operator-log.ts';
import {asLongRunning, isLongRunning} from './callers.ts';
import {createConnectionPool} from './connection-pool.ts';
import {connectionSettings} from './connection-settings.ts';
import {copyOut, withLiterals} from './copy-out.ts';
import {createListener} from './listener.ts';
import {createProbe} from './probe.ts';
import type {Queryable, Transaction} from './queryable.ts';
import type {Query} from './sql.ts';
import {compileSql, isSqlFragment, type SqlFragment, sql} from './sql.ts';

export interface DatabaseOptions {
  /** `postgresql://…`, as psql takes it. */
  connectionString: string;
  /** Upper bound of open connections; a statement waits up to ten seconds for a free one. */
  maxConnections: number;
  /** Seconds after which a statement is ended, but for long-running work. Without it there is no limit. */
  queryTimeout?: number;
  log: OperatorLog;
}

/** What a `copy … to stdout` sends; `rowCount` is known when the stream has ended. */
type CopyOutStream = Readable & {readonly rowCount: number};

/** One unchanging state of the database; nothing can be written. */
export interface Snapshot extends Queryable {
  /** The same as {@link Database.copyOut}, of this state. */
  copyOut(statement: SqlFragment): CopyOutStream;
  /**
   * The rows of a query, `size` at a time, so that only those are in memory. Other statements may come in between. All
   * pages are read before the next such query begins, or `work` throws.
   */
  pages<Row>(query: SqlFragment, size: number): AsyncGenerator<Row[]>;
}

/** A pool of connections to one PostgreSQL database. */
export interface Database extends Queryable {
  /** The string that it was opened with, password included. */
  readonly connectionString: string;
  /**
   * Runs `work` in a transaction: committed when `work` returns, rolled back when it throws, and the error is
   * thrown on. Nothing is tried again.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `onMessage` for each notification on `channel` until the returned function is called. One connection
   * of its own serves all listeners. When it was lost and found again, `onReconnect` is called: notifications
   * may have been missed, so drop what was cached.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
  /** Sends a notification of at most 8,000 bytes to all that listen on `channel`. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * The bytes that a `copy (…) to stdout` sends. PostgreSQL takes no parameters there, so the values of the
   * fragment are quoted into the text. The connection goes back to the pool however the stream ends; errors,
   * those of the statement included, come out of the stream.
   */
  copyOut(statement: SqlFragment): Promise<Readable>;
  /**
   * Runs `work` on one unchanging state of the database, however long it takes: several statements and copies that
   * agree with one another. Long reading has one core of PostgreSQL, so that short statements do not wait. A copy is to
   * be read to its end, or `work` to throw, before the next statement. When `signal` aborts, the statement under way is
   * given up, and the signal's reason is thrown.
   */
  readSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>, options?: {signal?: AbortSignal}): Promise<T>;
  /**
   * Runs `work`, and all that it calls, on connections of its own, without a limit on the time of a statement: for jobs
   * and other work that is long by nature. What is read this way for a cache that others use keeps the limit.
   */
  longRunning<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Settles within two seconds, on a connection of its own: rejects if the database does not answer or cannot be
   * written to.
   */
  check(): Promise<void>;
  /** Waits for statements under way, then closes all connections. */
  close(): Promise<void>;
}

// What its cursors find is read to its end, by somebody who may be busy with large files or a slow mail server between.
const BEGIN_SNAPSHOT = `
  begin isolation level repeatable read, read only;
  set local max_parallel_workers_per_gather = 0;
  set local cursor_tuple_fraction = 1;
  set local idle_in_transaction_session_timeout = 0`;

/** How many callers it takes, each with its share of the connections, to keep all of them busy. */
const SHARES = 3;

/** Opens a pool; it connects on first use, so an unreachable server shows at the first statement. */
export function openDatabase({
  connectionString,
  maxConnections,
  queryTimeout,
  log,
}: DatabaseOptions): Database {
  const settings = connectionSettings(connectionString);
  const pool = createConnectionPool({
    settings,
    max: maxConnections,
    // One connection stays open: it shows others that the database is in use (see the embedded PostgreSQL's stop).
    min: 1,
    queryTimeout,
    perCaller: Math.max(1, Math.floor(maxConnections / SHARES)),
    log,
  });
  const longRunningPool = createConnectionPool({
    settings,
    max: maxConnections,
    min: 0,
    queryTimeout: undefined,
    perCaller: undefined,
    log,
  });
  const listener = createListener({settings, log});
  const probe = createProbe(settings);

  const lease = () => (isLongRunning() ? longRunningPool : pool).lease();

  async function runAlone(query: Query): Promise<pg.QueryResult> {
    const {run, release} = await lease();
    let result: pg.QueryResult;
    try {
      result = await run(query);
    } catch (error) {
      release(!isSound(error));
      throw error;
    }
    release();
    return result;
  }

  return {
    connectionString,
    ...queryableOn(runAlone),

    async transaction(work) {
      const {client, run, begin, commit, rollback, release} = await lease();
      let ended = false;
      // The connection may belong to somebody else by now.
      const requireOpen = (text: string) => {
        if (ended) throw new Error(`The transaction has ended; an await is missing before: ${text}`);
      };
      const transaction: Transaction = {
        inTransaction: true,
        ...queryableOn((query) => {
          requireOpen(query.text);
          return run(query);
        }),
        copyIn(statement) {
          const text = withLiterals(statement);
          requireOpen(text);
          return client.query(from(text));
        },
      };
      try {
        await begin();
        const result = await work(transaction);
        ended = true;
        if (!(await commit())) {
          // PostgreSQL answers so when a statement had failed and `work` caught the error.
          throw new Error('The transaction was rolled back: a statement in it had failed, and it went on.');
        }
        release();
        return result;
      } catch (error) {
        ended = true;
        release(!(await rollback()));
        throw error;
      }
    },

    listen: listener.listen,

    async notify(channel, payload) {
      await this.execute({name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload]});
    },

    async copyOut(statement) {
      const text = withLiterals(statement);
      return copyOut(await longRunningPool.lease(), text);
    },

    async readSnapshot(work, {signal} = {}) {
      signal?.throwIfAborted();
      const {client, run, cancel, release} = await longRunningPool.lease();
      signal?.addEventListener('abort', cancel, {once: true});
      try {
        await run({text: BEGIN_SNAPSHOT});
        const statements = queryableOn(async (query) => {
          signal?.throwIfAborted();
          return run(query);
        });
        const result = await work({
          ...statements,
          copyOut(statement) {
            const stream = client.query(to(withLiterals(statement)));
            // Its reader may have given up. Then the end of the connection finds no other listener, which would end the
            // process.
            stream.on('error', () => {});
            return stream;
          },
          pages: (query, size) => pagesOf(statements, query, size),
        });
        await run({text: 'commit'});
        release();
        return result;
      } catch (error) {
        // A copy may have been left in its midst: the connection is of no more use.
        release(true);
        throw signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },

    longRunning: asLongRunning,
    check: probe.check,

    async close() {
      await Promise.all([listener.close(), probe.close(), pool.end(), longRunningPool.end()]);
    },
  };
}

async function* pagesOf<Row>(db: Queryable, query: SqlFragment, size: number): AsyncGenerator<Row[]> {
  await db.execute(sql`declare pages no scroll cursor for ${query}`);
  const next = {text: `fetch ${size} from pages`};
  let page = await db.rows<Row>(next);
  while (page.length > 0) {
    yield page;
    page = page.length < size ? [] : await db.rows<Row>(next);
  }
  await db.execute({text: 'close pages'});
}

function queryableOn(runQuery: (query: Query) => Promise<pg.QueryResult>): Queryable {
  const runAny = async (query: Query | SqlFragment) =>
    runQuery(isSqlFragment(query) ? compileSql(query) : query);
  return {
    async rows<Row>(query: Query | SqlFragment) {
      return (await runAny(query)).rows as Row[];
    },
    async row<Row>(query: Query | SqlFragment) {
      return (await runAny(query)).rows[0] as Row | undefined;
    },
    async execute(query) {
      return (await runAny(query)).rowCount ?? 0;
    },
  };
}

/**
 * Whether the connection is as good as before: PostgreSQL itself answered, with an error that does not end
 * the session (FATAL and PANIC do, and so does all of class 57P, such as a shutdown).
 */
function isSound(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.severity !== 'FATAL' &&
    error.severity !== 'PANIC' &&
    !error.code?.startsWith('57P')
  );
}
