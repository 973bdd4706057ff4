import type {Socket} from 'node:net';
import pg from 'pg';
import type {OperatorLog} from '../logging/operator-log.ts';
import {type CallerStatement, clientClosedRequest, currentCaller} from './callers.ts';
import {createShares} from './shares.ts';
import type {Query} from './sql.ts';

/** Seconds that a transaction may wait for its program: one that was forgotten holds locks for ever. */
const IDLE_IN_TRANSACTION = 60;
/** Milliseconds after the deadline of a statement at which a server that has said nothing counts as stalled. */
const STALL_GRACE = 3_000;
const WATCH_INTERVAL = 1_000;
/** Milliseconds that the request to cancel a statement may take. */
const CANCEL_TIMEOUT = 5_000;

/** A connection that belongs to one holder until it is released. */
export interface Lease {
  readonly client: pg.PoolClient;
  /** Runs a statement within the deadline of the pool; it is canceled when the caller leaves. */
  run(query: Query): Promise<pg.QueryResult>;
  /** Begins a transaction: from here on statements can be canceled whatever they do. */
  begin(): Promise<void>;
  /** Commits. Whether PostgreSQL did; it rolls back where a statement had failed. */
  commit(): Promise<boolean>;
  /** Rolls back. False if that fails, which leaves a connection of no more use. */
  rollback(): Promise<boolean>;
  /** Asks PostgreSQL to end the statement under way. The connection is not used again. */
  cancel(): void;
  /** Gives the connection back, or closes it if it is of no more use. */
  release(isBroken?: boolean): void;
}

/**
 * Connections that are opened when they are needed.
 *
 * @param options.queryTimeout seconds after which PostgreSQL ends a statement; none if undefined
 * @param options.perCaller how many connections callers with one key may hold; any number if undefined
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

  // Without listeners Node would end the process when PostgreSQL goes away. The pool drops the connection by
  // itself, and the next statement opens a new one.
  let isClosing = false;
  pool.on('error', (error) => {
    // The pool is said to have ended before its last connections have: PostgreSQL's own end may come first.
    if (!isClosing) log.warn({err: error}, 'An idle database connection was lost');
  });
  pool.on('connect', (client) => client.on('error', () => {}));

  /** The statements under way and when they began. */
  const underWay = new Set<{client: pg.PoolClient; since: number}>();
  /** Connections that are to give up what they do. */
  const canceled = new Set<pg.PoolClient>();
  // A server that has stalled cannot end a statement, and does not say that it is gone.
  const longest = queryTimeout === undefined ? Number.POSITIVE_INFINITY : queryTimeout * 1000 + STALL_GRACE;
  const watch = setInterval(() => {
    const latest = performance.now() - longest;
    for (const {client, since} of underWay) if (since < latest) disconnect(client);
    // PostgreSQL forgets a request that comes before the statement has begun.
    for (const client of canceled) requestCancel(client, settings, log);
  }, WATCH_INTERVAL).unref();

  async function execute(client: pg.PoolClient, query: Query): Promise<pg.QueryResult> {
    const statement = {client, since: performance.now()};
    underWay.add(statement);
    try {
      return await send(client, query);
    } finally {
      underWay.delete(statement);
    }
  }

  // With statements and not with the parameters of the connection, which poolers such as PgBouncer refuse.
  async function prepare(client: pg.PoolClient): Promise<void> {
    const limits = [`set idle_in_transaction_session_timeout = '${IDLE_IN_TRANSACTION}s'`];
    limits.push(`set statement_timeout = '${queryTimeout ?? 0}s'`);
    await execute(client, {text: limits.join('; ')});
  }

  return {
    /**
     * A connection for the current caller; it waits up to ten seconds for a free one.
     *
     * @throws AppError 429 if the caller's own requests hold its share for so long.
     */
    async lease(): Promise<Lease> {
      const caller = shares && currentCaller();
      const key = caller?.key;
      // One that had left before may have begun something that is to be finished.
      const wasThere = caller?.gone === false;
      const admitted = caller && shares?.take(caller);
      if (admitted) await admitted;
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
        if (wasThere && caller.gone && !caller.hasWritten) {
          client.release();
          throw clientClosedRequest();
        }
      } catch (error) {
        if (key !== undefined) shares?.giveBack(key);
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
          // A request to cancel may arrive late, and would end what the connection does next.
          client.release(isBroken || wasCanceled);
          if (key !== undefined) shares?.giveBack(key);
        },
      };
    },

    /** Waits for statements under way, then closes all connections. */
    async end(): Promise<void> {
      isClosing = true;
      await pool.end();
      clearInterval(watch);
    },
  };
}

// The driver's own promises keep each result alive until the next full collection, which costs more than the query:
// a third less processor time is spent on a page of 60 rows with a callback.
async function send(client: pg.PoolClient, {text, values, name}: Query): Promise<pg.QueryResult> {
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

/** What the driver has beyond its types. */
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

/** Asks PostgreSQL, on a connection beside the pool, to end what this one is doing. */
function requestCancel(client: pg.PoolClient, settings: pg.ClientConfig, log: OperatorLog): void {
  const {host, port, processID, secretKey} = client as unknown as DriverClient;
  const {connection} = new pg.Client(settings) as unknown as DriverClient;
  connection.on('error', (error: unknown) =>
    log.warn({err: error}, 'A statement that nobody waits for could not be canceled'),
  );
  connection.once('connect', () => connection.cancel(processID, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  connection.stream.setTimeout(CANCEL_TIMEOUT, () => connection.stream.destroy());
}

/** Ends a connection without a word to the server; what waits on it is rejected. */
function disconnect(client: pg.PoolClient): void {
  (client as unknown as DriverClient).connection.stream.destroy();
}
