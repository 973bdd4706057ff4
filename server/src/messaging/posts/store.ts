import type {Queryable, Reader} from '../../platform/database/queryable.ts';
import {compileSql, sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {POSTS} from '../tables/tables.ts';

export interface PostRow extends Omit<RowOf<typeof POSTS, {props: Record<string, unknown>}>, 'filenames'> {
  /** The reply count of the post's thread; null if there are no replies. */
  replycount: number | null;
  lastreplyat: number | null;
  participants: string[] | null;
  /** Null if the post has no priority. */
  priority: string | null;
  requestedack: boolean | null;
  persistentnotifications: boolean | null;
}

/**
 * Selects {@link PostRow}s from `Posts p`. Append a condition and an order. A reply has its thread's reply count, as on
 * the reference server.
 */
export const SELECT_POSTS = sql`
  select p.Id, p.CreateAt, p.UpdateAt, p.EditAt, p.DeleteAt, p.IsPinned, p.UserId, p.ChannelId, p.RootId, p.OriginalId,
    p.Message, p.Type, p.Props, p.Hashtags, p.FileIds, p.HasReactions, p.RemoteId,
    t.ReplyCount, t.LastReplyAt, t.Participants,
    pr.Priority, pr.RequestedAck, pr.PersistentNotifications
  from Posts p
    left join Threads t on t.PostId = case p.RootId when '' then p.Id else p.RootId end
    left join PostsPriority pr on pr.PostId = p.Id`;

/** {@link SELECT_POSTS} as text, for named statements. */
export const SELECT_POSTS_TEXT = compileSql(SELECT_POSTS).text;

/** Posts by id, including deleted ones. */
export function selectPosts(db: Reader, ids: readonly string[]): Promise<PostRow[]> {
  return db.rows<PostRow>({
    name: 'posts-by-ids',
    text: `${SELECT_POSTS_TEXT} where p.Id = any($1)`,
    values: [ids],
  });
}

export interface ChangedPostRow {
  id: string;
  createat: number;
  updateat: number;
  deleteat: number;
}

/** Posts that changed after a position in the order of changes, without earlier versions of edited posts. */
export function selectChangedPosts(
  db: Queryable,
  after: {updateat: number; id: string},
  limit: number,
): Promise<ChangedPostRow[]> {
  return db.rows<ChangedPostRow>({
    name: 'posts-changed',
    text: `
      select Id, CreateAt, UpdateAt, DeleteAt from Posts
      where (UpdateAt, Id) > ($1, $2) and OriginalId = '' order by UpdateAt, Id limit $3`,
    values: [after.updateat, after.id, limit],
  });
}

export interface Acknowledgement {
  post_id: string;
  user_id: string;
  acknowledged_at: number;
}

export function selectAcknowledgements(
  db: Queryable,
  postIds: readonly string[],
): Promise<Acknowledgement[]> {
  return db.rows<Acknowledgement>({
    text: `
      select PostId as post_id, UserId as user_id, AcknowledgedAt as acknowledged_at
      from PostAcknowledgements where PostId = any($1) and AcknowledgedAt > 0 order by AcknowledgedAt`,
    values: [postIds],
  });
}

/** The threads among these that the user follows, by root id. */
export async function selectFollowedThreads(
  db: Queryable,
  userId: string,
  postIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{postid: string}>({
    name: 'posts-followed-threads',
    text: 'select PostId from ThreadMemberships where UserId = $1 and Following and PostId = any($2)',
    values: [userId, postIds],
  });
  return new Set(rows.map((row) => row.postid));
}

/** The channel and team of a quoted post. */
export interface QuoteOrigin {
  team_name: string;
  channel_type: string;
  channel_display_name: string;
}

/** These channels with the names of their teams, by channel id. */
export async function selectQuoteOrigins(
  db: Queryable,
  channelIds: readonly string[],
): Promise<Map<string, {teamId: string; origin: QuoteOrigin}>> {
  const rows = await db.rows<QuoteOrigin & {id: string; teamid: string}>({
    text: `
      select c.Id, c.TeamId, coalesce(t.Name, '') as team_name, c.Type as channel_type, c.DisplayName as channel_display_name
      from Channels c left join Teams t on t.Id = c.TeamId where c.Id = any($1)`,
    values: [channelIds],
  });
  return new Map(rows.map(({id, teamid, ...origin}) => [id, {teamId: teamid, origin}]));
}

/**
 * Updates the change time of a post, for clients that request changes. Returns false if it doesn't exist or is deleted.
 */
export async function markUpdated(db: Queryable, id: string, now: number): Promise<boolean> {
  const row = await db.row({
    text: `
      update Posts set UpdateAt = greatest($2, UpdateAt + 1) where Id = $1 and DeleteAt = 0 and OriginalId = ''
      returning Id`,
    values: [id, now],
  });
  return row !== undefined;
}
