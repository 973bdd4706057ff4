import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {STATUS} from '../tables/tables.ts';
import {hidesActivity} from '../users/users.ts';

export interface StatusRow extends RowOf<typeof STATUS, {status: 'online' | 'away' | 'dnd' | 'offline'}> {}

export function selectStatuses(db: Queryable, userIds: readonly string[]): Promise<StatusRow[]> {
  return db.rows<StatusRow>({
    name: 'statuses-by-ids',
    text: 'select * from Status where UserId = any($1)',
    values: [userIds],
  });
}

/** The users among these who hide when they were last active. */
export async function selectHidingActivity(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{id: string}>(
    sql`select u.Id from Users u where u.Id = any(${userIds}) and ${hidesActivity}`,
  );
  return new Set(rows.map(({id}) => id));
}

/** Writes the statuses of users who still exist, because an account may be deleted while its status is pending. */
export async function upsertStatuses(db: Queryable, rows: readonly StatusRow[]): Promise<void> {
  await db.execute({
    name: 'statuses-upsert',
    text: `
      insert into Status (UserId, Status, Manual, LastActivityAt, DNDEndTime, PrevStatus)
      select * from unnest($1::text[], $2::text[], $3::boolean[], $4::bigint[], $5::bigint[], $6::text[])
        as changed (UserId, Status, Manual, LastActivityAt, DNDEndTime, PrevStatus)
      where exists (select from Users where Id = changed.UserId)
      on conflict (UserId) do update set Status = excluded.Status, Manual = excluded.Manual,
        LastActivityAt = greatest(Status.LastActivityAt, excluded.LastActivityAt),
        DNDEndTime = excluded.DNDEndTime, PrevStatus = excluded.PrevStatus`,
    values: [
      rows.map((row) => row.userid),
      rows.map((row) => row.status),
      rows.map((row) => row.manual),
      rows.map((row) => row.lastactivityat),
      rows.map((row) => row.dndendtime),
      rows.map((row) => row.prevstatus),
    ],
  });
}

/** Writes only the times of the last activity. */
export async function updateLastActivity(db: Queryable, rows: readonly StatusRow[]): Promise<void> {
  await db.execute({
    name: 'statuses-activity',
    text: `
      update Status set LastActivityAt = active.LastActivityAt
      from unnest($1::text[], $2::bigint[]) as active (UserId, LastActivityAt)
      where Status.UserId = active.UserId and Status.LastActivityAt < active.LastActivityAt`,
    values: [rows.map((row) => row.userid), rows.map((row) => row.lastactivityat)],
  });
}

/** Resets users who were online or away only because of a connection. */
export async function resetAutomaticStatuses(db: Queryable): Promise<void> {
  await db.execute({
    text: `update Status set Status = 'offline' where not Manual and Status in ('online', 'away')`,
  });
}
