import {setTimeout as wait} from 'node:timers/promises';
import type pg from 'pg';
import type {OperatorLog} from '../../logging/operator-log.ts';
import {createConnectionPool} from '../connection-pool.ts';
import {createBatchedQuery} from './batched-query.ts';

/** Milliseconds between position queries to a replica that is catching up. */
const POLL_INTERVAL = 2;

/** Where the primary server is. */
export interface PrimaryPosition {
  /** A position in the write-ahead log, in bytes, after everything that was committed before the query. */
  position: number;
  /** The timeline of the log, which increases with each failover. */
  timeline: number;
}

interface ReplicaPosition {
  recovering: boolean;
  /** Bytes of the write-ahead log that the replica has replayed. */
  position: number;
}

/** The timeline is known from the last of several records, because only some roles can see the receiver's. */
const INSPECT = `
  select greatest(
    (select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()),
    (select received_tli from pg_stat_wal_receiver)) as timeline`;

export type Replica = ReturnType<typeof createReplica>;

/** One replica: its connections, and how much of the primary's log it has replayed. */
export function createReplica({
  name,
  settings,
  max,
  queryTimeout,
  perCaller,
  timeout,
  log,
}: {
  /** Host and port. */
  name: string;
  settings: pg.ClientConfig;
  max: number;
  queryTimeout: number | undefined;
  perCaller: number;
  /** Milliseconds to connect, and to respond to a position query. */
  timeout: number;
  log: OperatorLog;
}) {
  const pool = createConnectionPool({
    settings: {...settings, connectionTimeoutMillis: timeout},
    max,
    min: 0,
    queryTimeout,
    perCaller,
    log,
  });
  const positions = createBatchedQuery<ReplicaPosition>(
    settings,
    `select pg_is_in_recovery() as recovering,
       coalesce((pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8, 0) as position`,
    timeout,
  );
  const timelines = createBatchedQuery<{timeline: number}>(settings, INSPECT, timeout);
  // The last known position; -1 after a failure, because the server may have been replaced by another one.
  let replayed = -1;
  let timeline = 0;
  // Why it isn't used.
  let problem: string | undefined = 'has not been checked yet';
  let running = 0;

  /** Whether it reaches the position within this number of milliseconds. Throws if it is not available. */
  async function reaches(position: number, within: number): Promise<boolean> {
    const end = performance.now() + within;
    for (let isFirst = true; replayed < position; isFirst = false) {
      if (performance.now() > end) return false;
      if (!isFirst) await wait(POLL_INTERVAL);
      const answer = await positions.ask();
      if (!answer.recovering) throw new Error(NOT_A_REPLICA);
      replayed = answer.position;
    }
    return true;
  }

  function suspend(reason: string): void {
    problem = reason;
  }

  /** Stops using it, and fails the statements that wait for it. */
  function stopUsing(error: unknown): void {
    replayed = -1;
    suspend(error instanceof Error ? error.message : String(error));
    pool.abort();
  }

  return {
    name,
    lease: pool.lease,
    suspend,
    stopUsing,
    problem: () => problem,
    replayed: () => replayed,
    /** The number of running reads. */
    running: () => running,
    countRead(change: 1 | -1): void {
      running += change;
    },

    /** Whether it can be used for a read that must see everything up to the position. */
    async isReadyFor({position, timeline: current}: PrimaryPosition, within: number): Promise<boolean> {
      if (problem !== undefined) return false;
      try {
        if (timeline !== current) suspend('follows another timeline than the primary server');
        else if (await reaches(position, within)) return problem === undefined;
        else suspend(LAGGING);
      } catch (error) {
        stopUsing(error);
      }
      return false;
    },

    /** Checks it and decides whether it is used from now on. */
    async check(primary: PrimaryPosition, within: number): Promise<void> {
      try {
        ({timeline} = await timelines.ask());
        // Reads the position again, because the last one may be from a different server at the same address.
        replayed = -1;
        const isCurrent = await reaches(primary.position, within);
        if (timeline !== primary.timeline) suspend('follows another timeline than the primary server');
        else problem = isCurrent ? undefined : LAGGING;
      } catch (error) {
        stopUsing(error);
      }
    },

    async close(): Promise<void> {
      await Promise.all([pool.end(), positions.close(), timelines.close()]);
    },
  };
}

const LAGGING = 'is behind the primary server';
const NOT_A_REPLICA = 'accepts writes, so it is not a replica';
