import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {AUDITS} from '../tables/tables.ts';
import {AUDIT_KINDS, type AuditKind} from './kinds.ts';

export interface AuditRow extends RowOf<typeof AUDITS> {}

export function insertAudit(db: Queryable, audit: AuditRow): Promise<void> {
  return insertRow(db, AUDITS, audit);
}

export async function auditExists(
  db: Queryable,
  {userId, action, extraInfo}: {userId: string; action: string; extraInfo: string},
): Promise<boolean> {
  const row = await db.row({
    text: 'select from Audits where UserId = $1 and Action = $2 and ExtraInfo = $3 limit 1',
    values: [userId, action, extraInfo],
  });
  return row !== undefined;
}

/** Filters for entries; all are optional. Times are in milliseconds. */
export interface AuditFilter {
  userId?: string | undefined;
  /**
   * Text to find in the action, its details, the address, or the username of the person or of those that it was done to,
   * ignoring case.
   */
  term?: string | undefined;
  kind?: AuditKind | undefined;
  /**
   * Actions without `/api/v4`, in which `*` is any one part of a path or word. The first words of the details can follow
   * after a space.
   */
  actions?: readonly string[] | undefined;
  /** Leaves out sign-ins that succeeded. */
  withoutSignIns?: boolean | undefined;
  /** Whether the attempt failed. */
  failed?: boolean | undefined;
  from?: number | undefined;
  before?: number | undefined;
}

/** The maximum number of matching users whose ids are looked for in the actions. */
const MAX_NAMED_USERS = 20;

const KIND_OF_ACTION = sql`case ${sql.join(
  Object.entries(AUDIT_KINDS).map(([kind, pattern]) => sql`when Action ~ ${pattern} then ${kind}`),
  sql` `,
)} end`;

/** A regular expression of PostgreSQL for entries that begin with this action and these details. */
function actionPattern(action: string): string {
  const escaped = action.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '[^/ ]+');
  return `^(/api/v4)?${escaped}( |$)`;
}

/** Newest first. */
export function selectAudits(
  db: Queryable,
  {userId, term, kind, actions, withoutSignIns, failed, from, before}: AuditFilter,
  {offset, limit}: {offset: number; limit: number},
): Promise<AuditRow[]> {
  const like = term ? `%${term.replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const conditions = [
    sql`true`,
    ...(userId === undefined ? [] : [sql`UserId = ${userId}`]),
    ...(kind === undefined ? [] : [sql`${KIND_OF_ACTION} = ${kind}`]),
    ...(actions === undefined
      ? []
      : [sql`concat_ws(' ', Action, ExtraInfo) ~ any(${actions.map(actionPattern)}::text[])`]),
    ...(withoutSignIns ? [sql`not (Action ~ '^/api/v4/users/login' and ExtraInfo <> 'fail')`] : []),
    ...(failed === undefined ? [] : [sql`(ExtraInfo = 'fail') = ${failed}`]),
    ...(from === undefined ? [] : [sql`CreateAt >= ${from}`]),
    ...(before === undefined ? [] : [sql`CreateAt < ${before}`]),
    ...(like === undefined
      ? []
      : [
          sql`(concat_ws(' ', Action, ExtraInfo, IpAddress) ilike ${like}
            or UserId in (select Id from Users where Username ilike ${like})
            or concat_ws(' ', Action, ExtraInfo) like any(array(
              select '%' || Id || '%' from Users where Username ilike ${like} limit ${MAX_NAMED_USERS}
            )))`,
        ]),
  ];
  return db.rows<AuditRow>(sql`
    select * from Audits where ${sql.join(conditions, sql` and `)}
    order by CreateAt desc, Id offset ${offset} limit ${limit}`);
}

/** Deletes at most `limit` entries older than a time, and returns how many. */
export function deleteAuditsBefore(db: Queryable, time: number, limit: number): Promise<number> {
  return db.execute({
    text: 'delete from Audits where Id in (select Id from Audits where CreateAt < $1 limit $2)',
    values: [time, limit],
  });
}
