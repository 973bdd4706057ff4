import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {SCHEDULED_POSTS} from '../tables/tables.ts';

export interface ScheduledPostRow
  extends RowOf<
    typeof SCHEDULED_POSTS,
    {props: Record<string, unknown>; priority: Record<string, unknown>}
  > {}

/**
 * Inserts the message. Returns undefined if its author already has `limit` messages. Concurrent requests of one author
 * can exceed the limit slightly.
 */
export function insertScheduledPost(
  db: Queryable,
  row: ScheduledPostRow,
  limit: number,
): Promise<ScheduledPostRow | undefined> {
  return db.row<ScheduledPostRow>({
    name: 'scheduled-post-insert',
    text: `
      insert into ScheduledPosts
        (Id, CreateAt, UpdateAt, UserId, ChannelId, RootId, Message, Props, FileIds, Priority, ScheduledAt)
      select $1, $2::bigint, $2::bigint, $3::text, $4, $5, $6, $7::jsonb, $8, $9::jsonb, $10::bigint
      where (select count(*) from ScheduledPosts where UserId = $3) < $11
      returning *`,
    values: [
      row.id,
      row.createat,
      row.userid,
      row.channelid,
      row.rootid,
      row.message,
      JSON.stringify(row.props),
      row.fileids,
      JSON.stringify(row.priority),
      row.scheduledat,
      limit,
    ],
  });
}

/** Replaces the content and the time, and removes the error. Returns undefined if the message was sent or deleted. */
export function updateScheduledPost(
  db: Queryable,
  row: ScheduledPostRow,
): Promise<ScheduledPostRow | undefined> {
  return db.row<ScheduledPostRow>({
    name: 'scheduled-post-update',
    text: `
      update ScheduledPosts set
        UpdateAt = greatest($2::bigint, UpdateAt + 1), Message = $3, Props = $4, FileIds = $5, Priority = $6, ScheduledAt = $7,
        ProcessedAt = 0, ErrorCode = ''
      where Id = $1 returning *`,
    values: [
      row.id,
      row.updateat,
      row.message,
      JSON.stringify(row.props),
      row.fileids,
      JSON.stringify(row.priority),
      row.scheduledat,
    ],
  });
}

export function selectScheduledPost(db: Queryable, id: string): Promise<ScheduledPostRow | undefined> {
  return db.row<ScheduledPostRow>({
    name: 'scheduled-post-by-id',
    text: 'select * from ScheduledPosts where Id = $1',
    values: [id],
  });
}

/** Deletes and returns the message; undefined if it was already sent or deleted. */
export function deleteScheduledPost(db: Queryable, id: string): Promise<ScheduledPostRow | undefined> {
  return db.row<ScheduledPostRow>({
    name: 'scheduled-post-delete',
    text: 'delete from ScheduledPosts where Id = $1 returning *',
    values: [id],
  });
}

/**
 * A user's messages for the team's channels, or for direct and group channels if the team id is empty, ordered by due
 * time. Includes messages for archived channels and channels that the user left. With an empty team id, also includes
 * messages whose channel no longer exists, because their author has to see that they can't be sent.
 */
export function selectScheduledPosts(
  db: Queryable,
  userId: string,
  teamId: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<ScheduledPostRow[]> {
  return db.rows<ScheduledPostRow>({
    name: 'scheduled-posts-of-team',
    text: `
      select s.* from ScheduledPosts s left join Channels c on c.Id = s.ChannelId
      where s.UserId = $1 and coalesce(c.TeamId, '') = $2
      order by s.ScheduledAt, s.Id offset $3 limit $4`,
    values: [userId, teamId, offset, limit],
  });
}

/** A position in the list of {@link selectDuePosts}. */
export interface DuePosition {
  scheduledat: number;
  id: string;
}

/** Due messages after a position that haven't failed, oldest first. */
export function selectDuePosts(
  db: Queryable,
  {now, after, limit}: {now: number; after: DuePosition; limit: number},
): Promise<ScheduledPostRow[]> {
  return db.rows<ScheduledPostRow>({
    name: 'scheduled-posts-due',
    text: `
      select * from ScheduledPosts
      where ErrorCode = '' and ScheduledAt <= $1 and (ScheduledAt, Id) > ($2, $3)
      order by ScheduledAt, Id limit $4`,
    values: [now, after.scheduledat, after.id, limit],
  });
}

/**
 * Deletes a message in the transaction that posts it. Returns false if it was sent, changed or deleted in the
 * meantime.
 */
export async function claimScheduledPost(
  tx: Transaction,
  {id, updateat}: Pick<ScheduledPostRow, 'id' | 'updateat'>,
): Promise<boolean> {
  const count = await tx.execute({
    name: 'scheduled-post-claim',
    text: `delete from ScheduledPosts where Id = $1 and UpdateAt = $2 and ErrorCode = ''`,
    values: [id, updateat],
  });
  return count === 1;
}

/** Records why a message can't be sent. Returns undefined if it was sent, changed or deleted in the meantime. */
export function markAsFailed(
  db: Queryable,
  {id, updateat}: Pick<ScheduledPostRow, 'id' | 'updateat'>,
  {errorCode, now}: {errorCode: string; now: number},
): Promise<ScheduledPostRow | undefined> {
  return db.row<ScheduledPostRow>({
    name: 'scheduled-post-failed',
    text: `
      update ScheduledPosts set ErrorCode = $3, ProcessedAt = $4::bigint, UpdateAt = greatest($4::bigint, UpdateAt + 1)
      where Id = $1 and UpdateAt = $2 and ErrorCode = '' returning *`,
    values: [id, updateat, errorCode, now],
  });
}
