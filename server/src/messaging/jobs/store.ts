import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {JOB_SCHEDULES, JOBS} from '../tables/tables.ts';
import type {Job} from './schema.ts';

/**
 * `attempt` counts how often the job was claimed or its previous attempt was stopped from recording results. `failures`
 * counts consecutive server crashes and retried failures. `startedby` is the user who started the job; empty for the
 * schedule and the command line.
 */
export interface JobRow
  extends Omit<RowOf<typeof JOBS, {status: Job['status']; data: Record<string, string>}>, 'runat'> {}

/** How long after its last activity the process that runs a job counts as alive, in milliseconds. */
export const LEASE = 20_000;
/** How often a job is retried after its process crashed, because the job may be the cause. */
const MAX_CRASHES = 5;

// The time of the database clock in milliseconds, because the servers' clocks may differ.
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const RUNNING = sql`Status in ('in_progress', 'cancel_requested')`;
// A last activity in the future means that the clock was set back.
const EXPIRED = sql`${RUNNING} and (LastActivityAt <= ${NOW} - ${LEASE}::bigint or LastActivityAt > ${NOW})`;
const UNFINISHED = sql`Status in ('pending', 'in_progress', 'cancel_requested')`;

export async function insertJob(
  db: Queryable,
  job: Pick<JobRow, 'id' | 'type' | 'priority' | 'createat' | 'data' | 'startedby'>,
): Promise<JobRow> {
  const row = await db.row<JobRow>({
    text: `
      insert into Jobs (Id, Type, Priority, CreateAt, LastActivityAt, Status, Data, StartedBy)
      values ($1, $2, $3, $4, $4, 'pending', $5, $6) returning *`,
    values: [job.id, job.type, job.priority, job.createat, JSON.stringify(job.data), job.startedby],
  });
  return row!;
}

export function selectJob(db: Queryable, id: string): Promise<JobRow | undefined> {
  return db.row<JobRow>({text: 'select * from Jobs where Id = $1', values: [id]});
}

/** Jobs of these types, newest first. */
export function selectJobs(
  db: Queryable,
  {types, status, offset, limit}: {types: readonly string[]; status?: string; offset: number; limit: number},
): Promise<JobRow[]> {
  const ofStatus = status === undefined ? sql.empty : sql`and Status = ${status}`;
  return db.rows<JobRow>(sql`
    select * from Jobs where Type = any(${types}) ${ofStatus}
    order by CreateAt desc, Id offset ${offset} limit ${limit}`);
}

/** The numbers of pending and running jobs, including maintenance. */
export async function selectQueueDepth(db: Queryable): Promise<{pending: number; running: number}> {
  const row = await db.row<{pending: number; running: number}>({
    name: 'job-queue-depth',
    text: `
      select count(*) filter (where Status = 'pending') as pending,
        count(*) filter (where Status <> 'pending') as running
      from Jobs where Status in ('pending', 'in_progress', 'cancel_requested')`,
  });
  return row!;
}

/** Whether a job of this type is pending or running. */
export async function hasUnfinishedJob(db: Queryable, type: string): Promise<boolean> {
  return (await db.execute(sql`select from Jobs where Type = ${type} and ${UNFINISHED} limit 1`)) > 0;
}

/** Whether there is work to do, and when to check again. */
export interface Work {
  /** Types that have pending jobs. */
  waiting: string[];
  /** Whether there are jobs whose process may be dead. */
  expired: boolean;
  /** Whether schedules are due, or were set when the clock was ahead. */
  due: boolean;
  /** Milliseconds until the next job or schedule is due; null if there is none. */
  nextin: number | null;
}

/**
 * Checks for work of these types, except for the caller's own jobs. This is the only query that an idle server makes.
 */
export async function selectWork(
  db: Queryable,
  {types, mine}: {types: readonly string[]; mine: readonly string[]},
): Promise<Work> {
  const row = await db.row<Work>(sql`
    select
      array(
        select distinct Type from Jobs
        where Status = 'pending' and RunAt <= now and Type = any(${types}) and Id <> all(${mine})
      ) as waiting,
      exists(select from Jobs where ${EXPIRED} and Id <> all(${mine})) as expired,
      exists(
        select from JobSchedules where Type = any(${types}) and (NextAt <= now or SetAt > now)
      ) as due,
      least(
        (select min(RunAt) from Jobs where Status = 'pending' and RunAt > now),
        (select min(NextAt) from JobSchedules where NextAt > now)
      ) - now as nextin
    from (select ${NOW} as now) clock`);
  return row!;
}

/**
 * Serializes claims of this type until the end of the transaction, so that each claim sees the previous ones. Must be
 * called before jobs are locked.
 */
export async function lockType(tx: Queryable, type: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('patchbay jobs'), hashtext(${type}))`);
}

/**
 * Claims pending jobs of a type, up to `concurrency` running ones. Skips jobs that the caller has lost but is still
 * running. Requires {@link lockType}.
 */
export function claimJobs(
  tx: Queryable,
  {type, concurrency, mine}: {type: string; concurrency: number; mine: readonly string[]},
): Promise<JobRow[]> {
  return tx.rows<JobRow>(sql`
    with next as materialized (
      select Id as NextId, ${NOW} as now from Jobs
      where Type = ${type} and Status = 'pending' and RunAt <= ${NOW} and Id <> all(${mine})
      order by Priority desc, CreateAt, Id
      limit greatest(0, ${concurrency}::bigint - (select count(*) from Jobs where Type = ${type} and ${RUNNING}))
      for update skip locked
    )
    update Jobs set Status = 'in_progress', Attempt = Attempt + 1, LastActivityAt = now,
      StartAt = case when StartAt = 0 then now else StartAt end
    from next where Id = NextId
    returning Jobs.*`);
}

/**
 * Makes jobs whose process crashed pending again, and fails a job that repeatedly crashed its process. Skips the
 * caller's own jobs, and locked rows, because their process is alive. Returns the number of changed jobs.
 */
export function releaseExpired(db: Queryable, mine: readonly string[]): Promise<number> {
  const abandoned = sql`Status = 'in_progress' and Failures >= ${MAX_CRASHES}::integer`;
  return db.execute(sql`
    with expired as materialized (
      select Id as ExpiredId, LastActivityAt > ${NOW} as IsAhead from Jobs
      where ${EXPIRED} and Id <> all(${mine}) for update skip locked
    )
    update Jobs set
      LastActivityAt = ${NOW},
      Failures = case when IsAhead then Failures else Failures + 1 end,
      Status = case
        when IsAhead then Status
        when Status = 'cancel_requested' then 'canceled'
        when ${abandoned} then 'error'
        else 'pending'
      end,
      Data = case
        when not IsAhead and ${abandoned} then Data || jsonb_build_object(
          'error', format('The job was abandoned because the server stopped %s times while running it.', Failures + 1))
        else Data
      end
    from expired where Id = ExpiredId`);
}

/** Changes to a running job; `data` is merged with the existing data. */
export interface AttemptChange {
  status?: Job['status'];
  progress?: number;
  data?: Record<string, string>;
  /** Time until the failed job is retried, in milliseconds. */
  retryIn?: number;
}

/**
 * Records the progress or end of an attempt and renews its lease. Returns the previous status, or undefined if the
 * attempt has lost the job. A job whose cancellation was requested does not become pending again.
 */
export async function updateAttempt(
  db: Queryable,
  {id, attempt}: {id: string; attempt: number},
  {status, progress, data, retryIn}: AttemptChange,
): Promise<Job['status'] | undefined> {
  const row = await db.row<{before: Job['status']}>(sql`
    update Jobs set Progress = coalesce(${progress ?? null}, Progress), Data = Data || ${JSON.stringify(data ?? {})}::jsonb,
      Status = case
        when was.Status = 'cancel_requested' and ${status ?? null} = 'pending' then 'canceled'
        else coalesce(${status ?? null}, was.Status)
      end,
      LastActivityAt = now,
      RunAt = case when ${retryIn ?? null}::bigint is null then RunAt else now + ${retryIn ?? null}::bigint end,
      Failures = Failures + case when ${retryIn ?? null}::bigint is null then 0 else 1 end
    from (select Status from Jobs where Id = ${id} for update) was, (select ${NOW} as now) clock
    where Id = ${id} and Attempt = ${attempt} and Jobs.Status in ('in_progress', 'cancel_requested')
    returning was.Status as before`);
  return row?.before;
}

/**
 * Changes a job's status if it is one of `from`, and resets its retries and delay. With `fence`, a running attempt
 * loses the job. Returns whether the status changed.
 */
export async function updateStatus(
  db: Queryable,
  id: string,
  {
    from,
    to,
    fence = false,
    startedBy,
  }: {
    from: readonly Job['status'][];
    to: Job['status'];
    fence?: boolean;
    /** The user who restarts the job, if any. */
    startedBy?: string;
  },
): Promise<boolean> {
  const count = await db.execute(sql`
    update Jobs set Status = ${to}, LastActivityAt = ${NOW}, Attempt = Attempt + ${fence ? 1 : 0}::integer,
      StartedBy = coalesce(${startedBy ?? null}, StartedBy), RunAt = 0, Failures = 0
    where Id = ${id} and Status = any(${from})`);
  return count > 0;
}

export async function deleteJobsBefore(db: Queryable, before: number): Promise<number> {
  return db.execute(sql`delete from Jobs where LastActivityAt < ${before} and not ${UNFINISHED}`);
}

/** Deletes the finished jobs of a type. */
export async function deleteFinished(db: Queryable, type: string): Promise<void> {
  await db.execute(sql`delete from Jobs where Type = ${type} and not ${UNFINISHED}`);
}

/** The schedule of a type of job. */
export interface ScheduleRow extends Omit<RowOf<typeof JOB_SCHEDULES>, 'setat'> {}

/** The time of the database clock in milliseconds. */
export async function selectNow(db: Queryable): Promise<number> {
  return (await db.row<{now: number}>(sql`select ${NOW} as now`))!.now;
}

export function selectSchedules(db: Queryable): Promise<ScheduleRow[]> {
  return db.rows<ScheduleRow>({text: 'select Type, Cron, TimeZone, NextAt from JobSchedules'});
}

/** Stores a schedule. Does nothing if another server has just stored the same one. */
export async function upsertSchedule(db: Queryable, row: ScheduleRow, setAt: number): Promise<void> {
  await db.execute(sql`
    insert into JobSchedules (Type, Cron, TimeZone, NextAt, SetAt)
    values (${row.type}, ${row.cron}, ${row.timezone}, ${row.nextat}, ${setAt})
    on conflict (Type) do update
    set Cron = excluded.Cron, TimeZone = excluded.TimeZone, NextAt = excluded.NextAt, SetAt = excluded.SetAt
    where (JobSchedules.Cron, JobSchedules.TimeZone) <> (excluded.Cron, excluded.TimeZone)`);
}

export async function deleteSchedulesExcept(db: Queryable, types: readonly string[]): Promise<void> {
  await db.execute(sql`delete from JobSchedules where Type <> all(${types})`);
}

/** A schedule that is due, or was set when the clock was ahead, and is not locked by another server. */
export function selectDueSchedule(
  tx: Queryable,
  types: readonly string[],
): Promise<(ScheduleRow & {now: number}) | undefined> {
  return tx.row<ScheduleRow & {now: number}>(sql`
    select Type, Cron, TimeZone, NextAt, now from JobSchedules, (select ${NOW} as now) clock
    where Type = any(${types}) and (NextAt <= now or SetAt > now)
    limit 1 for update of JobSchedules skip locked`);
}

export async function updateNextAt(
  tx: Queryable,
  type: string,
  {nextAt, setAt}: {nextAt: number; setAt: number},
): Promise<void> {
  await tx.execute(sql`update JobSchedules set NextAt = ${nextAt}, SetAt = ${setAt} where Type = ${type}`);
}
