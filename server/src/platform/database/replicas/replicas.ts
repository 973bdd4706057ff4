import pg from 'pg';
import type {Gauge} from 'prom-client';
import {AppError} from '../../errors/app-error.ts';
import type {OperatorLog} from '../../logging/operator-log.ts';
import type {Metrics} from '../../metrics/metrics.ts';
import type {Lease} from '../connection-pool.ts';
import {connectionSettings} from '../connection-settings.ts';
import {createBatchedQuery} from './batched-query.ts';
import {createReplica, type PrimaryPosition, type Replica} from './replica.ts';

/** Reads that may run on a replica: lists, or searches with their own replicas. */
export type ReplicaGroup = 'lists' | 'search';

/** Connection strings of replicas. */
export interface ReplicaSources {
  lists: readonly string[];
  /** For searches. If there are none, searches use the others. */
  search: readonly string[];
}

/** The state of a replica, for administrators. */
export interface ReplicaStatus {
  /** Host and port. */
  name: string;
  group: ReplicaGroup;
  /** Why it isn't used at the moment; undefined if it is used. */
  problem: string | undefined;
  /** How much of the primary's write-ahead log it hasn't replayed; undefined if unknown. */
  lagBytes: number | undefined;
  /** How long ago the primary had the replica's current position; undefined if unknown. */
  lagSeconds: number | undefined;
}

/** A connection to a replica, for one read. */
interface ReplicaLease extends Lease {
  /** Counts a failed read that is repeated on the primary. */
  countFailure(): void;
}

/** Milliseconds a read waits for a replica to catch up. Then this read and the following ones use the primary. */
const CATCH_UP_WAIT = 25;
/** A replica is used again when it catches up within this many milliseconds. */
const CHECK_WAIT = 100;
const CHECK_INTERVAL = 1_000;
/** Milliseconds to connect to a replica, and for its response to a position query. */
const REPLICA_TIMEOUT = 1_000;
/** The number of earlier positions of the primary to compare with, one per check. */
const MAX_HISTORY = 600;

// With asynchronous commits, a transaction is visible before it is flushed.
const PRIMARY_POSITION = `
  with log as (
    select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as position
  )
  select (position - '0/0'::pg_lsn)::float8 as position,
    ('x' || substr(pg_walfile_name(position), 1, 8))::bit(32)::int as timeline
  from log`;

/**
 * The read replicas of a database. A read may run on one that has replayed everything that was committed on the primary
 * before the read began (docs/cluster.md#read-replicas). Replicas that are behind, paused or unreachable are left out, and
 * used again when they have caught up.
 */
export function openReplicas({
  primary,
  sources,
  maxConnections,
  perCaller,
  queryTimeout,
  metrics,
  log,
}: {
  /** The connection string of the primary. */
  primary: string;
  sources: ReplicaSources;
  /** Per replica. */
  maxConnections: number;
  perCaller: number;
  queryTimeout: number | undefined;
  metrics: Metrics | undefined;
  log: OperatorLog;
}) {
  const primaryPositions = createBatchedQuery<PrimaryPosition>(
    connectionSettings(primary),
    PRIMARY_POSITION,
    REPLICA_TIMEOUT,
  );
  const open = (connectionString: string, group: ReplicaGroup) => ({
    group,
    replica: createReplica({
      name: hostOf(connectionString),
      settings: connectionSettings(connectionString),
      max: maxConnections,
      queryTimeout,
      perCaller,
      timeout: REPLICA_TIMEOUT,
      log,
    }),
  });
  const members = [
    ...sources.lists.map((source) => open(source, 'lists')),
    ...sources.search.map((source) => open(source, 'search')),
  ];
  const ofGroup = (group: ReplicaGroup) =>
    members.filter((member) => member.group === group).map(({replica}) => replica);
  const groups = {
    lists: ofGroup('lists'),
    search: sources.search.length > 0 ? ofGroup('search') : ofGroup('lists'),
  };

  const reads = metrics?.counter(
    'database_reads_total',
    'Reads that may run on a replica, by where they ran',
    ['target'],
  );
  const lagBytes = metrics?.gauge(
    'database_replica_lag_bytes',
    'Write-ahead log that a replica has not replayed',
    ['replica'],
  );
  const lagSeconds = metrics?.gauge(
    'database_replica_lag_seconds',
    'How far a replica is behind the primary',
    ['replica'],
  );
  const inUse = metrics?.gauge('database_replica_in_use', 'Whether a replica is used (1) or left out (0)', [
    'replica',
  ]);

  // Positions of the primary, oldest first, with the time after which they were read.
  const history: {at: number; position: number}[] = [];
  const reported = new Map<Replica, string | undefined>();

  function statusOf({group, replica}: (typeof members)[number]): ReplicaStatus {
    const replayed = replica.replayed();
    const newest = history.at(-1);
    const known = replayed >= 0 && newest !== undefined;
    const reached = history.findLast(({position}) => position <= replayed);
    return {
      name: replica.name,
      group,
      problem: replica.problem(),
      lagBytes: known ? Math.max(0, newest.position - replayed) : undefined,
      // If it is further behind than the history, this is a lower bound.
      lagSeconds: known ? (newest.at - (reached ?? history[0]!).at) / 1000 : undefined,
    };
  }

  /** Logs that a replica is no longer used, or is used again, and sets its metrics. */
  function report(member: (typeof members)[number]): void {
    const status = statusOf(member);
    const {name, problem} = status;
    const labels = {replica: name};
    inUse?.set(labels, problem === undefined ? 1 : 0);
    setOrRemove(lagBytes, labels, status.lagBytes);
    setOrRemove(lagSeconds, labels, status.lagSeconds);
    if (reported.has(member.replica) && reported.get(member.replica) === problem) return;
    const wasUsed = reported.get(member.replica) === undefined;
    reported.set(member.replica, problem);
    if (problem === undefined) log.info({replica: name}, 'Using the read replica');
    else if (wasUsed)
      log.warn({replica: name, problem}, 'The read replica is not used until it has recovered');
  }

  async function check(): Promise<void> {
    const at = performance.now();
    const primaryPosition = await primaryPositions.ask().catch(() => undefined);
    // Without the primary, it is unknown how far behind the replicas are. Reads then fail or wait like all others.
    if (!primaryPosition) return;
    history.push({at, position: primaryPosition.position});
    if (history.length > MAX_HISTORY) history.shift();
    await Promise.all(
      members.map(async (member) => {
        await member.replica.check(primaryPosition, CHECK_WAIT);
        report(member);
      }),
    );
  }

  let checking: Promise<void> | undefined;
  const checkOnce = () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  const timer = setInterval(() => void checkOnce(), CHECK_INTERVAL).unref();
  void checkOnce();

  async function pick(group: ReplicaGroup): Promise<Replica | undefined> {
    const usable = groups[group].filter((replica) => replica.problem() === undefined);
    if (usable.length === 0) return undefined;
    const position = await primaryPositions.ask().catch(() => undefined);
    if (!position) return undefined;
    const replica = usable.reduce((least, other) => (other.running() < least.running() ? other : least));
    return (await replica.isReadyFor(position, CATCH_UP_WAIT)) ? replica : undefined;
  }

  return {
    /** A connection to a replica that has everything committed before; undefined if the read must use the primary. */
    async lease(group: ReplicaGroup): Promise<ReplicaLease | undefined> {
      const replica = await pick(group);
      if (!replica) {
        reads?.inc({target: 'primary'});
        return undefined;
      }
      replica.countRead(1);
      try {
        const lease = await replica.lease();
        reads?.inc({target: replica.name});
        return {
          ...lease,
          release(isBroken) {
            replica.countRead(-1);
            lease.release(isBroken);
          },
          countFailure: () => reads?.inc({target: 'primary'}),
        };
      } catch (error) {
        replica.countRead(-1);
        if (error instanceof AppError) throw error;
        // It accepts no connection, or none became free.
        reads?.inc({target: 'primary'});
        return undefined;
      }
    },

    status: (): ReplicaStatus[] => members.map(statusOf),

    async close(): Promise<void> {
      clearInterval(timer);
      await checking;
      await Promise.all([primaryPositions.close(), ...members.map(({replica}) => replica.close())]);
    },
  };
}

/** Host and port of a connection string, without the password. */
function hostOf(connectionString: string): string {
  const {host, port} = new pg.Client(connectionSettings(connectionString));
  return `${host}:${port}`;
}

/** Removes the metric if the value is unknown, so that it doesn't keep its last value. */
function setOrRemove(
  gauge: Gauge<'replica'> | undefined,
  labels: {replica: string},
  value: number | undefined,
): void {
  if (value === undefined) gauge?.remove(labels);
  else gauge?.set(labels, value);
}
