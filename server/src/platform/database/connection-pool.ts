import type {Socket} from 'node:net';
import pg from 'pg';
import type {OperatorLog} from '../logging/operator-log.ts';
import {tracing} from '../tracing/tracing.ts';
import {type CallerStatement, clientClosedRequest, currentCaller} from './callers.ts';
import {createShares} from './shares.ts';
import type {Query} from './sql.ts';
import {traceStatement} from './traced-statements.ts';

/** Seconds a transaction can be idle, because a forgotten one would hold its locks forever. */
const IDLE_IN_TRANSACTION = 60;
/** Milliseconds after a statement's deadline until an unresponsive server counts as stalled. */
const STALL_GRACE = 3_000;
const WATCH_INTERVAL = 1_000;
/** Milliseconds a cancel request can take. */
const CANCEL_TIMEOUT = 5_000;

/** Exclusive use of a connection until it is released. */
export interface Lease {
  readonly client: pg.PoolClient;
  /** Runs a statement within the pool's deadline; it is canceled when the client disconnects. */
  run(query: Query): Promise<pg.QueryResult>;
  /** Begins a transaction. From now on, any statement can be canceled. */
  begin(): Promise<void>;
  /** Commits. Returns false if PostgreSQL rolled back because a statement had failed. */
  commit(): Promise<boolean>;
  /** Rolls back. Returns false if that fails, which makes the connection unusable. */
  rollback(): Promise<boolean>;
  /** Asks PostgreSQL to cancel the running statement. The connection is not reused. */
  cancel(): void;
  /** Returns the connection to the pool, or closes it if it is broken. */
  release(isBroken?: boolean): void;
}

/**
 * A pool of connections that are opened on demand.
 *
 * @param options.queryTimeout seconds after which PostgreSQL cancels a statement; no limit if undefined
 * @param options.perCaller how many connections callers with the same key can hold; no limit if undefined
 */
export function createConnectionPool({
  settings,
  max,
  min,
  queryTimeout,
  perCaller,
  log,
}: {
  settings: pg.ClientConfig;
  max: number;
  min: number;
  queryTimeout: number | undefined;
  perCaller: number | undefined;
  log: OperatorLog;
}) {
  const pool = new pg.Pool({
    ...settings,
    max,
    min,
    idleTimeoutMillis: 30_000,
    onConnect: (client) => prepare(client as pg.PoolClient),
  });
  const shares = perCaller === undefined ? undefined : createShares({size: perCaller});

  // Without listeners, Node would exit when PostgreSQL goes away. The pool drops the connection itself, and the next
  // statement opens a new one.
  let isClosing = false;
  pool.on('error', (error) => {
    // While the pool closes its connections, PostgreSQL may shut down first.
    if (!isClosing) log.warn({err: error}, 'An idle database connection was lost');
  });
  pool.on('connect', (client) => client.on('error', () => {}));

  /** The running statements and their start times. */
  const inFlight = new Set<{client: pg.PoolClient; since: number}>();
  /** Connections whose statement is being canceled. */
  const canceled = new Set<pg.PoolClient>();
  // A stalled server neither cancels statements nor closes its connections.
  const longest = queryTimeout === undefined ? Number.POSITIVE_INFINITY : queryTimeout * 1000 + STALL_GRACE;
  const watch = setInterval(() => {
    const latest = performance.now() - longest;
    for (const {client, since} of inFlight) if (since < latest) disconnect(client);
    // PostgreSQL ignores a cancel request that arrives before the statement starts, so it is repeated.
    for (const client of canceled) requestCancel(client, settings, log);
  }, WATCH_INTERVAL).unref();

  async function execute(client: pg.PoolClient, query: Query): Promise<pg.QueryResult> {
    const statement = {client, since: performance.now()};
    inFlight.add(statement);
    try {
      const traces = tracing();
      return await (traces ? traceStatement(traces, query, () => send(client, query)) : send(client, query));
    } finally {
      inFlight.delete(statement);
    }
  }

  // These are statements because poolers such as PgBouncer reject connection parameters.
  async function prepare(client: pg.PoolClient): Promise<void> {
    const limits = [`set idle_in_transaction_session_timeout = '${IDLE_IN_TRANSACTION}s'`];
    limits.push(`set statement_timeout = '${queryTimeout ?? 0}s'`);
    await execute(client, {text: limits.join('; ')});
  }

  return {
    /**
     * Gets a connection for the current caller. Waits up to ten seconds for a free one.
     *
     * @throws AppError 429 if the caller's other requests use all of its share for that long
     */
    async lease(): Promise<Lease> {
      const caller = shares && currentCaller();
      const key = caller?.key;
      // A caller that had already disconnected may have work that must be completed.
      const wasConnected = caller?.disconnected === false;
      const admitted = caller && shares?.acquire(caller);
      if (admitted) await admitted;
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
        if (wasConnected && caller.disconnected && !caller.hasWritten) {
          client.release();
          throw clientClosedRequest();
        }
      } catch (error) {
        if (key !== undefined) shares?.release(key);
        throw error;
      }
      let inTransaction = false;
      let wasCanceled = false;

      function cancel(): void {
        wasCanceled = true;
        canceled.add(client);
        requestCancel(client, settings, log);
      }

      async function run(query: Query, options?: {isLast: boolean}): Promise<pg.QueryResult> {
        if (!caller) return execute(client, query);
        const statement: CallerStatement = {
          text: query.text,
          inTransaction,
          cancel,
        };
        if (!options?.isLast) caller.running.add(statement);
        try {
          const result = await execute(client, query);
          if (!inTransaction) caller.done.push(query.text);
          return result;
        } catch (error) {
          throw wasCanceled ? clientClosedRequest(error) : error;
        } finally {
          caller.running.delete(statement);
        }
      }

      function endTransaction(): void {
        if (inTransaction && caller) caller.transactions--;
        inTransaction = false;
      }

      return {
        client,
        run,
        async begin() {
          if (caller) caller.transactions++;
          inTransaction = true;
          await run({text: 'begin'});
        },
        async commit() {
          const {command} = await run({text: 'commit'}, {isLast: true});
          if (caller) caller.hasWritten = true;
          return command === 'COMMIT';
        },
        rollback: () =>
          run({text: 'rollback'}, {isLast: true}).then(
            () => true,
            () => false,
          ),
        cancel,
        release(isBroken = false) {
          endTransaction();
          canceled.delete(client);
          // A late cancel request would cancel the connection's next statement.
          client.release(isBroken || wasCanceled);
          if (key !== undefined) shares?.release(key);
        },
      };
    },

    /** The connections that are in use and idle, and the statements that wait for one. */
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),

    /** Drops all connections with a running statement, for a server that doesn't respond. The statements fail. */
    abort(): void {
      for (const {client} of inFlight) disconnect(client);
    },

    /** Waits for running statements, then closes all connections. */
    async end(): Promise<void> {
      isClosing = true;
      await pool.end();
      clearInterval(watch);
    },
  };
}

// The driver's promises keep each result alive until the next full garbage collection. With a callback, a page of 60 rows
// takes a third less CPU time.
async function send(client: pg.PoolClient, {text, values, name}: Query): Promise<pg.QueryResult> {
  try {
    return await new Promise<pg.QueryResult>((resolve, reject) => {
      client.query({text, name, values: values as unknown[] | undefined}, (error, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  } catch (error) {
    // Replace the stack, which ends at the socket, with one that includes the code that ran the query.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Driver properties that are missing from its types. */
interface DriverClient {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: NodeJS.EventEmitter & {
    readonly stream: Socket;
    connect(portOrPath: number | string, host?: string): void;
    cancel(processId: number, secretKey: number): void;
  };
}

/** Asks PostgreSQL, over a separate connection, to cancel the client's statement. */
function requestCancel(client: pg.PoolClient, settings: pg.ClientConfig, log: OperatorLog): void {
  const {host, port, processID, secretKey} = client as unknown as DriverClient;
  const {connection} = new pg.Client(settings) as unknown as DriverClient;
  connection.on('error', (error: unknown) =>
    log.warn({err: error}, 'Could not cancel the statement of a canceled request'),
  );
  connection.once('connect', () => connection.cancel(processID, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  connection.stream.setTimeout(CANCEL_TIMEOUT, () => connection.stream.destroy());
}

/** Drops a connection without telling the server. Its pending statements are rejected. */
function disconnect(client: pg.PoolClient): void {
  (client as unknown as DriverClient).connection.stream.destroy();
}
