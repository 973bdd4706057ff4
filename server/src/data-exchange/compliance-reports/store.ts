import {COMPLIANCES} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';

export type ReportStatus = 'running' | 'finished' | 'failed' | 'removed' | 'canceled';

export interface ReportRow extends RowOf<typeof COMPLIANCES, {status: ReportStatus}> {}

export function insertReport(db: Queryable, report: ReportRow): Promise<void> {
  return insertRow(db, COMPLIANCES, report);
}

export function selectReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  return db.row<ReportRow>({text: 'select * from Compliances where Id = $1', values: [id]});
}

/** The daily report of the day that starts at a time. */
export function selectDailyReport(db: Queryable, startAt: number): Promise<{id: string} | undefined> {
  return db.row<{id: string}>({
    text: `select Id from Compliances where Type = 'daily' and StartAt = $1`,
    values: [startAt],
  });
}

export function selectReports(
  db: Queryable,
  {offset, limit}: {offset: number; limit: number},
): Promise<ReportRow[]> {
  return db.rows<ReportRow>({
    text: 'select * from Compliances order by CreateAt desc, Id limit $1 offset $2',
    values: [limit, offset],
  });
}

/** Records the progress of a running report. */
export async function updateReportCount(db: Queryable, id: string, count: number): Promise<void> {
  await db.execute({
    name: 'compliance-report-count',
    text: `update Compliances set "count" = $2 where Id = $1 and Status = 'running'`,
    values: [id, count],
  });
}

/** Changes the status of a report. Returns whether it had the status `from`. */
export async function updateReportStatus(
  db: Queryable,
  id: string,
  {from, to, count}: {from: ReportStatus; to: ReportStatus; count?: number},
): Promise<boolean> {
  const changed = await db.execute({
    text: `
      update Compliances set Status = $3::text, "count" = coalesce($4::integer, "count"),
        Error = case $3::text when 'running' then '' else Error end
      where Id = $1 and Status = $2`,
    values: [id, from, to, count ?? null],
  });
  return changed > 0;
}

export interface ReportFileRow {
  id: string;
  postid: string;
  name: string;
  path: string;
  size: number;
  sha256: string;
  createat: number;
}
