import type {Queryable} from '../../../platform/database/queryable.ts';
import {insertRow, type RowOf} from '../../../platform/database/table.ts';
import {UPLOAD_SESSIONS} from '../../tables/tables.ts';

/**
 * `filesize` is the size of the whole file in bytes, and `fileoffset` the number of bytes received. `parts` are the
 * paths of the received parts in the file store, in order. A file to import has no channel.
 */
export interface UploadSessionRow
  extends Omit<
    RowOf<typeof UPLOAD_SESSIONS, {type: 'attachment' | 'import'}>,
    'path' | 'remoteid' | 'reqfileid'
  > {}

const COLUMNS = 'Id, Type, CreateAt, UserId, ChannelId, Filename, FileSize, FileOffset, Parts';

export function insertUploadSession(db: Queryable, row: UploadSessionRow): Promise<void> {
  return insertRow(db, UPLOAD_SESSIONS, row);
}

export async function countUploadSessionsOfUser(db: Queryable, userId: string): Promise<number> {
  const row = await db.row<{count: number}>({
    text: 'select count(*) as count from UploadSessions where UserId = $1',
    values: [userId],
  });
  return row!.count;
}

export function selectUploadSession(db: Queryable, id: string): Promise<UploadSessionRow | undefined> {
  return db.row<UploadSessionRow>({
    text: `select ${COLUMNS} from UploadSessions where Id = $1`,
    values: [id],
  });
}

export function selectUploadSessionsOfUser(db: Queryable, userId: string): Promise<UploadSessionRow[]> {
  return db.rows<UploadSessionRow>({
    text: `select ${COLUMNS} from UploadSessions where UserId = $1 order by CreateAt`,
    values: [userId],
  });
}

/** Adds a part that starts at `offset`. Returns undefined if a concurrent request has added one there. */
export function appendPart(
  db: Queryable,
  {id, offset, size, path}: {id: string; offset: number; size: number; path: string},
): Promise<UploadSessionRow | undefined> {
  return db.row<UploadSessionRow>({
    text: `
      update UploadSessions set FileOffset = FileOffset + $3, Parts = Parts || $4::text
      where Id = $1 and FileOffset = $2
      returning ${COLUMNS}`,
    values: [id, offset, size, path],
  });
}

/** Deletes a session. Returns whether it existed. */
export async function deleteUploadSession(db: Queryable, id: string): Promise<boolean> {
  return (await db.execute({text: 'delete from UploadSessions where Id = $1', values: [id]})) > 0;
}

/** Deletes the sessions created before a time, and returns them. */
export function deleteUploadSessionsBefore(db: Queryable, time: number): Promise<UploadSessionRow[]> {
  return db.rows<UploadSessionRow>({
    text: `delete from UploadSessions where CreateAt < $1 returning ${COLUMNS}`,
    values: [time],
  });
}

/** Whether a part belongs to an unfinished upload. */
export async function isPartOfSession(db: Queryable, sessionId: string, path: string): Promise<boolean> {
  const row = await db.row({
    text: 'select 1 as one from UploadSessions where Id = $1 and $2 = any(Parts)',
    values: [sessionId, path],
  });
  return row !== undefined;
}
