import type {Readable} from 'node:stream';
import pg from 'pg';
import {to} from 'pg-copy-streams';
import type {OperatorLog} from '../logging/operator-log.ts';
import {connectionSettings} from './connection-settings.ts';
import {copyOut, withLiterals} from './copy-out.ts';
import {createListener} from './listener.ts';
import type {Query, Queryable, Transaction} from './queryable.ts';
import {compileSql, isSqlFragment, type SqlFragment, sql} from './sql.ts';

export interface DatabaseOptions {
  /** `postgresql://…`, as psql takes it. */
  connectionString: string;
  /** Upper bound of open connections; a statement waits up to ten seconds for a free one. */
  maxConnections: number;
  log: OperatorLog;
}

/** One unchanging state of the database; nothing can be written. */
export interface Snapshot extends Queryable {
  /** The same as {@link Database.copyOut}, of this state. */
  copyOut(statement: SqlFragment): Readable;
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
  /** Waits for statements under way, then closes all connections. */
  close(): Promise<void>;
}

// What its cursors find is read to its end, by somebody who may be busy with large files or a slow mail server between.
const BEGIN_SNAPSHOT = `
  begin isolation level repeatable read, read only;
  set local max_parallel_workers_per_gather = 0;
  set local cursor_tuple_fraction = 1;
  set local idle_in_transaction_session_timeout = 0`;

/** Opens a pool; it connects on first use, so an unreachable server shows at the first statement. */
export function openDatabase({connectionString, maxConnections, log}: DatabaseOptions): Database {
  const settings = connectionSettings(connectionString);
  // One connection stays open: it shows others that the database is in use (see the embedded PostgreSQL's stop).
  const pool = new pg.Pool({...settings, max: maxConnections, min: 1, idleTimeoutMillis: 30_000});
  const listener = createListener({settings, log});

  // Without listeners Node would end the process when PostgreSQL goes away. The pool drops the connection by
  // itself, and the next statement opens a new one.
  let isClosing = false;
  pool.on('error', (error) => {
    // The pool is said to have ended before its last connections have: PostgreSQL's own end may come first.
    if (!isClosing) log.warn({err: error}, 'An idle database connection was lost');
  });
  pool.on('connect', (client) => client.on('error', () => {}));

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let result: T;
    try {
      result = await work(client);
    } catch (error) {
      client.release(!isSound(error));
      throw error;
    }
    client.release();
    return result;
  }

  return {
    connectionString,
    ...queryableOn((query) => withClient((client) => run(client, query))),

    async transaction(work) {
      const client = await pool.connect();
      let ended = false;
      const transaction: Transaction = {
        inTransaction: true,
        ...queryableOn((query) => {
          // The connection may belong to somebody else by now.
          if (ended) {
            throw new Error(`The transaction has ended; an await is missing before: ${query.text}`);
          }
          return run(client, query);
        }),
      };
      try {
        await client.query('begin');
        const result = await work(transaction);
        ended = true;
        const {command} = await client.query('commit');
        if (command !== 'COMMIT') {
          // PostgreSQL answers so when a statement had failed and `work` caught the error.
          throw new Error('The transaction was rolled back: a statement in it had failed, and it went on.');
        }
        client.release();
        return result;
      } catch (error) {
        ended = true;
        const rolledBack = await client.query('rollback').then(
          () => true,
          () => false,
        );
        client.release(!rolledBack);
        throw error;
      }
    },

    listen: listener.listen,

    async notify(channel, payload) {
      await this.execute({name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload]});
    },

    async copyOut(statement) {
      const text = withLiterals(statement);
      return copyOut(await pool.connect(), text);
    },

    async readSnapshot(work, {signal} = {}) {
      signal?.throwIfAborted();
      const client = await pool.connect();
      const {processID} = client as pg.PoolClient & {processID: number};
      const giveUp = () => {
        const cancel = {text: 'select pg_cancel_backend($1)', values: [processID]};
        withClient((other) => run(other, cancel)).catch((error) =>
          log.warn({err: error}, 'A statement that nobody waits for could not be given up'),
        );
      };
      signal?.addEventListener('abort', giveUp, {once: true});
      try {
        await client.query(BEGIN_SNAPSHOT);
        const statements = queryableOn(async (query) => {
          signal?.throwIfAborted();
          return run(client, query);
        });
        const result = await work({
          ...statements,
          copyOut: (statement) => client.query(to(withLiterals(statement))),
          pages: (query, size) => pagesOf(statements, query, size),
        });
        await client.query('commit');
        // What is to be given up may be whatever the connection would do next.
        client.release(signal?.aborted);
        return result;
      } catch (error) {
        // A copy may have been left in its midst: the connection is of no more use.
        client.release(true);
        throw signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },

    async close() {
      isClosing = true;
      await Promise.all([listener.close(), pool.end()]);
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

// The driver's own promises keep each result alive until the next full collection, which costs more than the query:
// a third less processor time is spent on a page of 60 rows with a callback.
async function run(client: pg.PoolClient, {text, values, name}: Query): Promise<pg.QueryResult> {
  try {
    return await new Promise<pg.QueryResult>((resolve, reject) => {
      client.query({text, name, values: values as unknown[] | undefined}, (error, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  } catch (error) {
    // In place of the stack that ends at the socket, one that leads to whoever asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
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
