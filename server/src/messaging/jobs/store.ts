import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {JOB_SCHEDULES, JOBS} from '../tables/tables.ts';
import type {Job} from './schema.ts';

/**
 * `attempt` is how often it was taken up, or taken away by hand; `failures` how often in a row its server died, or it
 * failed and was tried again. `startedby` is the user who asked for it; empty for the clock and the command line.
 */
export interface JobRow
  extends Omit<RowOf<typeof JOBS, {status: Job['status']; data: Record<string, string>}>, 'runat'> {}

/** Milliseconds of a job's last activity for which whoever does it counts as alive. */
export const LEASE = 20_000;
/** A job whose process dies is taken up so often again; it may be the job that kills. */
const TRIES_AFTER_DEATH = 5;

// The clock of the database: the servers' own may differ.
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const RUNNING = sql`Status in ('in_progress', 'cancel_requested')`;
// A last activity that lies ahead was before the clock was set back.
const LAPSED = sql`${RUNNING} and (LastActivityAt <= ${NOW} - ${LEASE}::bigint or LastActivityAt > ${NOW})`;
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

/** The jobs of these types, the youngest first. */
export function selectJobs(
  db: Queryable,
  {types, status, offset, limit}: {types: readonly string[]; status?: string; offset: number; limit: number},
): Promise<JobRow[]> {
  const ofStatus = status === undefined ? sql.empty : sql`and Status = ${status}`;
  return db.rows<JobRow>(sql`
    select * from Jobs where Type = any(${types}) ${ofStatus}
    order by CreateAt desc, Id offset ${offset} limit ${limit}`);
}

/** Whether a job of that type waits or is being done. */
export async function isUnderWay(db: Queryable, type: string): Promise<boolean> {
  return (await db.execute(sql`select from Jobs where Type = ${type} and ${UNFINISHED} limit 1`)) > 0;
}

/** What there is to do. */
export interface Work {
  /** Of these types, jobs wait. */
  waiting: string[];
  /** There are jobs whose process may be dead. */
  lapsed: boolean;
  /** Schedules are due, or were set when the clock was ahead. */
  due: boolean;
  /** Milliseconds until something else is due; null for nothing. */
  nextin: number | null;
}

/**
 * Looks whether there is anything to do of these types, beside the jobs that the caller does. This is all that a server
 * asks while there is not.
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
      exists(select from Jobs where ${LAPSED} and Id <> all(${mine})) as lapsed,
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
 * Has those wait who would take up jobs of this type, until the end of the transaction: so that each of them sees what
 * the one before has taken. Jobs are locked by nobody who waits for this.
 */
export async function lockType(tx: Queryable, type: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('patchbay jobs'), hashtext(${type}))`);
}

/**
 * Takes up jobs of a type that wait, as long as fewer than `atOnce` of it are being done; none that the caller is still
 * at, having lost it. See {@link lockType}.
 */
export function claimJobs(
  tx: Queryable,
  {type, atOnce, mine}: {type: string; atOnce: number; mine: readonly string[]},
): Promise<JobRow[]> {
  return tx.rows<JobRow>(sql`
    with next as materialized (
      select Id as NextId, ${NOW} as now from Jobs
      where Type = ${type} and Status = 'pending' and RunAt <= ${NOW} and Id <> all(${mine})
      order by Priority desc, CreateAt, Id
      limit greatest(0, ${atOnce}::bigint - (select count(*) from Jobs where Type = ${type} and ${RUNNING}))
      for update skip locked
    )
    update Jobs set Status = 'in_progress', Attempt = Attempt + 1, LastActivityAt = now,
      StartAt = case when StartAt = 0 then now else StartAt end
    from next where Id = NextId
    returning Jobs.*`);
}

/**
 * Has jobs wait again whose process is dead; one that kills whoever does it is given up. The caller's own are not among
 * them, and a row that is locked belongs to a process that is alive. Returns how many were changed.
 */
export function releaseLapsed(db: Queryable, mine: readonly string[]): Promise<number> {
  const given = sql`Status = 'in_progress' and Failures >= ${TRIES_AFTER_DEATH}::integer`;
  return db.execute(sql`
    with lapsed as materialized (
      select Id as LapsedId, LastActivityAt > ${NOW} as IsAhead from Jobs
      where ${LAPSED} and Id <> all(${mine}) for update skip locked
    )
    update Jobs set
      LastActivityAt = ${NOW},
      Failures = case when IsAhead then Failures else Failures + 1 end,
      Status = case
        when IsAhead then Status
        when Status = 'cancel_requested' then 'canceled'
        when ${given} then 'error'
        else 'pending'
      end,
      Data = case
        when not IsAhead and ${given} then Data || jsonb_build_object(
          'error', format('The server stopped %s times while it did this job, and has given it up.', Failures + 1))
        else Data
      end
    from lapsed where Id = LapsedId`);
}

/** What changes in a job while it is done; `data` is added to what there is. */
export interface AttemptChange {
  status?: Job['status'];
  progress?: number;
  data?: Record<string, string>;
  /** It has failed, and is taken up again after so many milliseconds. */
  retryIn?: number;
}

/**
 * Records how far an attempt has come, or how it ended, and that it is alive. The status that the job had; undefined if
 * the attempt has lost the job. One that is to be canceled does not wait again.
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
 * Gives a job another status if it has one of `from`; whoever is at it loses it if `takeAway`. It begins anew as to
 * tries and waits. Whether it had.
 */
export async function updateStatus(
  db: Queryable,
  id: string,
  {
    from,
    to,
    takeAway = false,
    startedBy,
  }: {
    from: readonly Job['status'][];
    to: Job['status'];
    takeAway?: boolean;
    /** Who asks for it from now on, if that changes. */
    startedBy?: string;
  },
): Promise<boolean> {
  const count = await db.execute(sql`
    update Jobs set Status = ${to}, LastActivityAt = ${NOW}, Attempt = Attempt + ${takeAway ? 1 : 0}::integer,
      StartedBy = coalesce(${startedBy ?? null}, StartedBy), RunAt = 0, Failures = 0
    where Id = ${id} and Status = any(${from})`);
  return count > 0;
}

export async function deleteJobsBefore(db: Queryable, before: number): Promise<number> {
  return db.execute(sql`delete from Jobs where LastActivityAt < ${before} and not ${UNFINISHED}`);
}

/** The jobs of a type that are over. */
export async function deleteFinished(db: Queryable, type: string): Promise<void> {
  await db.execute(sql`delete from Jobs where Type = ${type} and not ${UNFINISHED}`);
}

/** When jobs of a type are made by the clock. */
export interface ScheduleRow extends Omit<RowOf<typeof JOB_SCHEDULES>, 'setat'> {}

/** Milliseconds on the clock of the database. */
export async function selectNow(db: Queryable): Promise<number> {
  return (await db.row<{now: number}>(sql`select ${NOW} as now`))!.now;
}

export function selectSchedules(db: Queryable): Promise<ScheduleRow[]> {
  return db.rows<ScheduleRow>({text: 'select Type, Cron, TimeZone, NextAt from JobSchedules'});
}

/** Has jobs made by the clock from now on. When another server has just said the same, it stays as that has it. */
export async function upsertSchedule(db: Queryable, row: ScheduleRow, setAt: number): Promise<void> {
  await db.execute(sql`
    insert into JobSchedules (Type, Cron, TimeZone, NextAt, SetAt)
    values (${row.type}, ${row.cron}, ${row.timezone}, ${row.nextat}, ${setAt})
    on conflict (Type) do update
    set Cron = excluded.Cron, TimeZone = excluded.TimeZone, NextAt = excluded.NextAt, SetAt = excluded.SetAt
    where (JobSchedules.Cron, JobSchedules.TimeZone) <> (excluded.Cron, excluded.TimeZone)`);
}

export async function deleteSchedulesBut(db: Queryable, types: readonly string[]): Promise<void> {
  await db.execute(sql`delete from JobSchedules where Type <> all(${types})`);
}

/** A schedule that is due, or was set when the clock was ahead, that no other server is at. */
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
