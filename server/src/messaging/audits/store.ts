import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';

export interface AuditRow {
  id: string;
  createat: number;
  userid: string;
  action: string;
  extrainfo: string;
  ipaddress: string;
  sessionid: string;
}

export async function insertAudit(db: Queryable, audit: AuditRow): Promise<void> {
  await db.execute({
    name: 'audit-insert',
    text: `
      insert into Audits (Id, CreateAt, UserId, Action, ExtraInfo, IpAddress, SessionId)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      audit.id,
      audit.createat,
      audit.userid,
      audit.action,
      audit.extrainfo,
      audit.ipaddress,
      audit.sessionid,
    ],
  });
}

/** The newest first; of one user, or of all. */
export function selectAudits(
  db: Queryable,
  userId: string | undefined,
  {offset, limit}: {offset: number; limit: number},
): Promise<AuditRow[]> {
  return db.rows<AuditRow>(sql`
    select * from Audits ${userId === undefined ? sql.empty : sql`where UserId = ${userId}`}
    order by CreateAt desc, Id offset ${offset} limit ${limit}`);
}

/** Deletes at most so many entries from before a time; how many. */
export function deleteAuditsBefore(db: Queryable, time: number, limit: number): Promise<number> {
  return db.execute({
    text: 'delete from Audits where Id in (select Id from Audits where CreateAt < $1 limit $2)',
    values: [time, limit],
  });
}
