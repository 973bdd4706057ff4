import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {AUDITS} from '../tables/tables.ts';

export interface AuditRow extends RowOf<typeof AUDITS> {}

export function insertAudit(db: Queryable, audit: AuditRow): Promise<void> {
  return insertRow(db, AUDITS, audit);
}

/** Which entries are asked for; what is absent does not matter. Times in milliseconds. */
export interface AuditFilter {
  userId?: string | undefined;
  /** Stands in the action, in its details, in the address or in the username, in small or large letters. */
  term?: string | undefined;
  /** Whether it was tried and refused. */
  failed?: boolean | undefined;
  from?: number | undefined;
  before?: number | undefined;
}

/** The newest first. */
export function selectAudits(
  db: Queryable,
  {userId, term, failed, from, before}: AuditFilter,
  {offset, limit}: {offset: number; limit: number},
): Promise<AuditRow[]> {
  const like = term ? `%${term.replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const conditions = [
    sql`true`,
    ...(userId === undefined ? [] : [sql`UserId = ${userId}`]),
    ...(failed === undefined ? [] : [sql`(ExtraInfo = 'fail') = ${failed}`]),
    ...(from === undefined ? [] : [sql`CreateAt >= ${from}`]),
    ...(before === undefined ? [] : [sql`CreateAt < ${before}`]),
    ...(like === undefined
      ? []
      : [
          sql`(concat_ws(' ', Action, ExtraInfo, IpAddress) ilike ${like}
            or UserId in (select Id from Users where Username ilike ${like}))`,
        ]),
  ];
  return db.rows<AuditRow>(sql`
    select * from Audits where ${sql.join(conditions, sql` and `)}
    order by CreateAt desc, Id offset ${offset} limit ${limit}`);
}

/** Deletes at most so many entries from before a time; how many. */
export function deleteAuditsBefore(db: Queryable, time: number, limit: number): Promise<number> {
  return db.execute({
    text: 'delete from Audits where Id in (select Id from Audits where CreateAt < $1 limit $2)',
    values: [time, limit],
  });
}
