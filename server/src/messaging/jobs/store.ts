import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {Job} from './schema.ts';

export interface JobRow {
  id: string;
  type: string;
  priority: number;
  createat: number;
  startat: number;
  lastactivityat: number;
  status: Job['status'];
  progress: number;
  data: Record<string, string>;
  attempt: number;
}

export async function insertJob(
  db: Queryable,
  job: Pick<JobRow, 'id' | 'type' | 'priority' | 'createat' | 'data'>,
): Promise<JobRow> {
  const row = await db.row<JobRow>({
    text: `
      insert into Jobs (Id, Type, Priority, CreateAt, LastActivityAt, Status, Data)
      values ($1, $2, $3, $4, $4, 'pending', $5) returning *`,
    values: [job.id, job.type, job.priority, job.createat, JSON.stringify(job.data)],
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

/** The jobs that are not over. */
export function selectUnfinishedJobs(db: Queryable): Promise<JobRow[]> {
  return db.rows<JobRow>({
    text: `select * from Jobs where Status in ('pending', 'in_progress', 'cancel_requested') order by CreateAt`,
  });
}

/** Takes a job up, unless it is over or to be canceled: the row with the number of the attempt. */
export function claimJob(db: Queryable, id: string, now: number): Promise<JobRow | undefined> {
  return db.row<JobRow>({
    text: `
      update Jobs set Status = 'in_progress', Attempt = Attempt + 1, LastActivityAt = $2,
        StartAt = case when StartAt = 0 then $2 else StartAt end
      where Id = $1 and Status in ('pending', 'in_progress')
      returning *`,
    values: [id, now],
  });
}

/** What changes in a job while it is done; `data` is added to what there is. */
export interface AttemptChange {
  status?: Job['status'];
  progress?: number;
  data?: Record<string, string>;
}

/**
 * Records how far an attempt has come, or how it ended. The status that the job had; undefined if the attempt has
 * lost the job.
 */
export async function updateAttempt(
  db: Queryable,
  {id, attempt}: {id: string; attempt: number},
  {status, progress, data, now}: AttemptChange & {now: number},
): Promise<Job['status'] | undefined> {
  const row = await db.row<{before: Job['status']}>({
    name: 'job-attempt',
    text: `
      update Jobs set Status = coalesce($3, Jobs.Status), Progress = coalesce($4, Progress),
        Data = Data || $5::jsonb, LastActivityAt = $6
      from (select Status from Jobs where Id = $1 for update) was
      where Id = $1 and Attempt = $2 and Jobs.Status in ('in_progress', 'cancel_requested')
      returning was.Status as before`,
    values: [id, attempt, status ?? null, progress ?? null, JSON.stringify(data ?? {}), now],
  });
  return row?.before;
}

/** Gives a job another status if it has one of `from`; whoever is at it loses it if `takeAway`. Whether it had. */
export async function updateStatus(
  db: Queryable,
  id: string,
  {
    from,
    to,
    data = {},
    takeAway = false,
    now,
  }: {
    from: readonly Job['status'][];
    to: Job['status'];
    data?: Record<string, string>;
    takeAway?: boolean;
    now: number;
  },
): Promise<boolean> {
  const count = await db.execute({
    text: `
      update Jobs set Status = $3, Data = Data || $4::jsonb, LastActivityAt = $5, Attempt = Attempt + $6
      where Id = $1 and Status = any($2)`,
    values: [id, from, to, JSON.stringify(data), now, takeAway ? 1 : 0],
  });
  return count > 0;
}

export async function deleteJobsBefore(db: Queryable, before: number): Promise<number> {
  return db.execute({
    text: `
      delete from Jobs
      where LastActivityAt < $1 and Status in ('success', 'warning', 'error', 'canceled')`,
    values: [before],
  });
}
