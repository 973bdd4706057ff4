import type {Readable} from 'node:stream';
import pg from 'pg';
import {from, to} from 'pg-copy-streams';
import {AppError} from '../errors/app-error.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {asLongRunning, currentCaller, isLongRunning} from './callers.ts';
import {createConnectionPool, type Lease} from './connection-pool.ts';
import {connectionSettings} from './connection-settings.ts';
import {copyOut, withLiterals} from './copy-out.ts';
import {createListener} from './listener.ts';
import {isQueryCanceled} from './pg-errors.ts';
import {createProbe} from './probe.ts';
import type {Queryable, Reader, Transaction} from './queryable.ts';
import {
  openReplicas,
  type ReplicaGroup,
  type ReplicaSources,
  type ReplicaStatus,
} from './replicas/replicas.ts';
import type {Query} from './sql.ts';
import {compileSql, isSqlFragment, type SqlFragment, sql} from './sql.ts';

export interface DatabaseOptions {
  /** `postgresql://…`, as for psql. */
  connectionString: string;
  /** Maximum number of open connections; a statement waits up to ten seconds for a free one. */
  maxConnections: number;
  /** Seconds after which a statement is canceled, except in long-running work. No limit by default. */
  queryTimeout?: number;
  /** Servers for {@link Database.replica}; each gets up to `maxConnections` connections. */
  replicas?: ReplicaSources;
  /** Counts the reads that may run on replicas. */
  metrics?: Metrics;
  log: OperatorLog;
}

/** The output of `copy … to stdout`; `rowCount` is set when the stream has ended. */
type CopyOutStream = Readable & {readonly rowCount: number};

/** A consistent, read-only view of the database. */
export interface Snapshot extends Queryable {
  /** Like {@link Database.copyOut}, in this snapshot. */
  copyOut(statement: SqlFragment): CopyOutStream;
  /**
   * The rows of a query, `size` at a time, so that only one page is in memory. Other statements can run in between, but
   * read all pages before you start another paged query.
   */
  pages<Row>(query: SqlFragment, size: number): AsyncGenerator<Row[]>;
}

/** A pool of connections to one PostgreSQL database. */
export interface Database extends Queryable {
  /** The connection string, including the password. */
  readonly connectionString: string;
  /**
   * For a request's reads that are expensive and don't decide anything: lists of posts, threads and users. They run on a
   * replica that has everything that was committed before, if there is one, and on the primary otherwise
   * (docs/cluster.md#read-replicas). Outside requests, such as for filling a cache, they always run on the primary.
   */
  readonly replica: Reader;
  /**
   * Runs the reads of a search in the same way. Searches can have their own replicas. `work` may run twice: again on the
   * primary if a replica fails.
   *
   * @param options.timeLimit seconds after which PostgreSQL cancels a read of `work`; by default those of all requests
   */
  search<T>(work: (db: Reader) => Promise<T>, options?: {timeLimit?: number}): Promise<T>;
  /** The state of the replicas; empty if there are none. */
  replicaStatus(): ReplicaStatus[];
  /**
   * Runs `work` in a transaction. Commits when `work` returns; rolls back and rethrows when it throws. It doesn't retry.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `onMessage` for each notification on `channel` until the returned function is called. All listeners share one
   * dedicated connection. `onReconnect` is called after it was lost and reopened: notifications may have been missed, so
   * clear your caches.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
  /** Sends a notification of less than 8,000 bytes to all listeners of `channel`. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * The output of `copy (…) to stdout`. PostgreSQL doesn't support parameters here, so the fragment's values are quoted
   * into the text. The connection is released when the stream ends, fails or is destroyed. All errors, including those of
   * the statement, come from the stream.
   */
  copyOut(statement: SqlFragment): Promise<Readable>;
  /**
   * Runs `work` on a consistent snapshot of the database, without a time limit. It doesn't use parallel workers, so that
   * it leaves CPU time for short statements. Read a copy to its end before the next statement. If `signal` aborts, the
   * running statement is canceled and the signal's reason is thrown.
   */
  readSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>, options?: {signal?: AbortSignal}): Promise<T>;
  /**
   * Runs `work`, including everything it calls, on separate connections without a query timeout: for jobs and other
   * long-running work. Reads for a shared cache keep the timeout.
   */
  longRunning<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Checks the database over a dedicated connection, within two seconds. Rejects if it doesn't respond or is read-only.
   */
  check(): Promise<void>;
  /** How the connections are used now, by pool. */
  poolUse(): Record<'requests' | 'long_running', {used: number; idle: number; waiting: number}>;
  /** Waits for running statements, then closes all connections. */
  close(): Promise<void>;
}

// Cursors are always read to the end, and the reader may pause for large files or a slow mail server.
const BEGIN_SNAPSHOT = `
  begin isolation level repeatable read, read only;
  set local max_parallel_workers_per_gather = 0;
  set local cursor_tuple_fraction = 1;
  set local idle_in_transaction_session_timeout = 0`;

/** The number of callers whose shares add up to all connections. */
const SHARES = 3;

/** Opens a pool. It connects on first use, so the first statement fails if the server is unreachable. */
export function openDatabase({
  connectionString,
  maxConnections,
  queryTimeout,
  replicas: sources = {lists: [], search: []},
  metrics,
  log,
}: DatabaseOptions): Database {
  const settings = connectionSettings(connectionString);
  const perCaller = Math.max(1, Math.floor(maxConnections / SHARES));
  const pool = createConnectionPool({
    settings,
    max: maxConnections,
    // Keep one connection open, which shows other processes that the database is in use.
    min: 1,
    queryTimeout,
    perCaller,
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

  const replicas =
    sources.lists.length + sources.search.length > 0
      ? openReplicas({
          primary: connectionString,
          sources,
          maxConnections,
          perCaller,
          queryTimeout,
          metrics,
          log,
        })
      : undefined;

  const lease = () => (isLongRunning() ? longRunningPool : pool).lease();
  const runAlone = async (query: Query) => runOn(await lease(), query);

  /** Runs reads on a replica, or on the primary if there is none or it fails. */
  async function readOnReplica<T>(group: ReplicaGroup, read: (lease: Lease) => Promise<T>): Promise<T> {
    const leased = replicas && currentCaller() ? await replicas.lease(group) : undefined;
    if (!leased) return read(await lease());
    try {
      return await read(leased);
    } catch (error) {
      // The client has disconnected, or the query takes too long anywhere.
      if (error instanceof AppError || isQueryCanceled(error)) throw error;
      leased.countFailure();
      return read(await lease());
    }
  }

  async function runOn({run, release}: Lease, query: Query): Promise<pg.QueryResult> {
    let result: pg.QueryResult;
    try {
      result = await run(query);
    } catch (error) {
      release(!isReusableAfter(error));
      throw error;
    }
    release();
    return result;
  }

  /** Runs reads in a transaction, because a time limit needs one. */
  async function readInTransaction<T>(
    {run, begin, commit, rollback, release}: Lease,
    work: (db: Reader) => Promise<T>,
    timeLimit: number | undefined,
  ): Promise<T> {
    try {
      await begin();
      if (timeLimit !== undefined) await run({text: `set local statement_timeout = '${timeLimit}s'`});
      const result = await work(readerOn(run));
      await commit();
      release();
      return result;
    } catch (error) {
      release(!(await rollback()));
      throw error;
    }
  }

  return {
    connectionString,
    ...queryableOn(runAlone),
    replica: readerOn((query) => readOnReplica('lists', (lease) => runOn(lease, query))),
    search: (work, {timeLimit} = {}) =>
      readOnReplica('search', (lease) => readInTransaction(lease, work, timeLimit)),
    replicaStatus: () => replicas?.status() ?? [],

    async transaction(work) {
      const {client, run, begin, commit, rollback, release} = await lease();
      let ended = false;
      // After the end, the connection may belong to another request.
      const requireOpen = (text: string) => {
        if (ended) throw new Error(`The transaction has ended. An await is missing before: ${text}`);
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
          // This happens if a statement failed and `work` caught the error.
          throw new Error('The transaction was rolled back because a statement in it failed.');
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
            // If the reader has stopped, an error of the connection would have no listener and end the process.
            stream.on('error', () => {});
            return stream;
          },
          pages: (query, size) => pagesOf(statements, query, size),
        });
        await run({text: 'commit'});
        release();
        return result;
      } catch (error) {
        // The connection may be in the middle of a COPY, so it can't be reused.
        release(true);
        throw signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },

    longRunning: asLongRunning,
    check: probe.check,
    poolUse: () => ({requests: pool.use(), long_running: longRunningPool.use()}),

    async close() {
      await Promise.all([
        listener.close(),
        probe.close(),
        pool.end(),
        longRunningPool.end(),
        replicas?.close(),
      ]);
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

type RunQuery = (query: Query) => Promise<pg.QueryResult>;

async function runAny(run: RunQuery, query: Query | SqlFragment): Promise<pg.QueryResult> {
  return run(isSqlFragment(query) ? compileSql(query) : query);
}

function readerOn(run: RunQuery): Reader {
  return {
    async rows<Row>(query: Query | SqlFragment) {
      return (await runAny(run, query)).rows as Row[];
    },
    async row<Row>(query: Query | SqlFragment) {
      return (await runAny(run, query)).rows[0] as Row | undefined;
    },
  };
}

function queryableOn(run: RunQuery): Queryable {
  return {
    ...readerOn(run),
    async execute(query) {
      return (await runAny(run, query)).rowCount ?? 0;
    },
  };
}

/**
 * Whether the connection can be reused: PostgreSQL responded with an error that doesn't end the session. FATAL, PANIC and
 * class 57P (such as a shutdown) do.
 */
function isReusableAfter(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.severity !== 'FATAL' &&
    error.severity !== 'PANIC' &&
    !error.code?.startsWith('57P')
  );
}
