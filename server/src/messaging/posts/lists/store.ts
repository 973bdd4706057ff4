import type {Queryable, Reader} from '../../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../../platform/database/sql.ts';
import {type PostRow, SELECT_POSTS, SELECT_POSTS_TEXT} from '../store.ts';

/** A position in the order of a channel's posts. */
export interface PostPosition {
  createat: number;
  id: string;
}

/** A post of a page, as JSON if possible. */
export interface PageRow {
  id: string;
  rootid: string;
  /** The post as JSON in the wire format; null if it needs data from other tables. */
  json: string | null;
}

/**
 * The channel's posts that are not deleted, newest first. This is the most frequent query, so PostgreSQL generates the
 * JSON. Sending it unchanged takes the server a third of the time that reading 23 columns of 60 rows and serializing
 * them takes. The posts are selected first, because PostgreSQL would also write the JSON of those that the offset skips. It must match `presentPost` (present.ts) for plain posts, which a test verifies.
 */
export function selectChannelPage(
  db: Reader,
  channelId: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<PageRow[]> {
  return db.rows<PageRow>({
    name: 'posts-channel-page',
    text: CHANNEL_PAGE,
    values: [channelId, limit, offset],
  });
}

/** The statement of {@link selectChannelPage}. Parameters: channel, limit, offset. */
const CHANNEL_PAGE = `
  select p.Id, p.RootId,
    case when p.FileIds = '[]' and not p.HasReactions and not p.Props ? 'attachments' and p.RemoteId = ''
        and pr.PostId is null
      then concat(
        '{"id":"', p.Id,
        '","create_at":', p.CreateAt,
        ',"update_at":', p.UpdateAt,
        ',"edit_at":', p.EditAt,
        ',"delete_at":0,"is_pinned":', case when p.IsPinned then 'true' else 'false' end,
        ',"user_id":"', p.UserId,
        '","channel_id":"', p.ChannelId,
        '","root_id":"', p.RootId,
        '","parent_id":"', p.RootId,
        '","original_id":"","message":', to_json(p.Message),
        ',"type":', to_json(p.Type),
        ',"props":', p.Props,
        ',"hashtags":', to_json(p.Hashtags),
        ',"pending_post_id":"","reply_count":', coalesce(t.ReplyCount, 0),
        ',"last_reply_at":', case when p.RootId = '' then coalesce(t.LastReplyAt, 0) else 0 end,
        ',"participants":null,"metadata":{"embeds":[],"emojis":[],"files":[],"images":{}}}'
      )
    end as json
  from (
      select * from Posts where ChannelId = $1 and DeleteAt = 0
      order by CreateAt desc, Id desc limit $2 offset $3
    ) as p
    left join Threads t on t.PostId = case p.RootId when '' then p.Id else p.RootId end
    left join PostsPriority pr on pr.PostId = p.Id
  order by p.CreateAt desc, p.Id desc`;

/** Filters for posts of a channel. */
export interface SliceFilter {
  channelId: string;
  /** Whether to select only root posts. */
  rootsOnly: boolean;
  includeDeleted: boolean;
}

/** Posts of a channel on one side of a position, nearest first; without a position, the newest. */
export function selectChannelSlice(
  db: Reader,
  {channelId, rootsOnly, includeDeleted}: SliceFilter,
  {
    position,
    side,
    offset,
    limit,
  }: {position?: PostPosition; side: 'before' | 'after'; offset: number; limit: number},
): Promise<PostRow[]> {
  const before = side === 'before';
  const comparison = position && (before ? sql`(p.CreateAt, p.Id) <` : sql`(p.CreateAt, p.Id) >`);
  return db.rows<PostRow>(sql`
    ${SELECT_POSTS}
    where p.ChannelId = ${channelId} and p.OriginalId = ''
      ${position && comparison ? sql`and ${comparison} (${position.createat}::bigint, ${position.id})` : sql.empty}
      ${rootsOnly ? sql`and p.RootId = ''` : sql.empty}
      ${includeDeleted ? sql.empty : sql`and p.DeleteAt = 0`}
    order by ${before ? sql`p.CreateAt desc, p.Id desc` : sql`p.CreateAt, p.Id`}
    limit ${limit} offset ${offset}`);
}

/**
 * Posts of a channel created or changed since a time, including deleted ones, newest first. Of more than `maxChanged` posts
 * that were created, or changed later, only the latest ones.
 */
export function selectChangedSince(
  db: Reader,
  channelId: string,
  since: number,
  {rootsOnly, maxChanged}: {rootsOnly: boolean; maxChanged: number},
  {before, limit}: {before: PostPosition | undefined; limit: number},
): Promise<PostRow[]> {
  // Reads the newest posts of two ranges from two indexes: posts created since, and older posts changed since.
  const isListed = sql`ChannelId = ${channelId} and OriginalId = '' ${rootsOnly ? sql`and RootId = ''` : sql.empty}`;
  return db.rows<PostRow>(sql`
    ${SELECT_POSTS}
    where p.Id in (
        (select Id from Posts where ${isListed} and CreateAt > ${since}
          order by CreateAt desc, Id desc limit ${maxChanged})
        union
        (select Id from Posts where ${isListed} and UpdateAt > ${since} and UpdateAt > CreateAt
          order by UpdateAt desc limit ${maxChanged})
      ) ${olderThan(before)}
    order by p.CreateAt desc, p.Id desc
    limit ${limit}`);
}

function olderThan(position: PostPosition | undefined): SqlFragment {
  return position ? sql`and (p.CreateAt, p.Id) < (${position.createat}::bigint, ${position.id})` : sql.empty;
}

/** The root posts of these threads, and the newest ones of all their replies. */
export function selectThreads(
  db: Reader,
  rootIds: readonly string[],
  {newestReplies}: {newestReplies: number},
): Promise<PostRow[]> {
  // Selects by an array of ids, because PostgreSQL would scan the whole table for an "or" of two conditions.
  return db.rows<PostRow>({
    name: 'posts-of-threads',
    text: `
      ${SELECT_POSTS_TEXT}
      where p.DeleteAt = 0 and p.Id = any($1::text[] || array(
        select Id::text from Posts
        where RootId = any($1) and RootId <> '' and DeleteAt = 0
        order by CreateAt desc, Id desc limit $2
      ))`,
    values: [rootIds, newestReplies],
  });
}

/** The position where a page of replies starts: a time in milliseconds, and the id of a post with that time. */
export interface ReplyPosition {
  by: 'creation' | 'change';
  at: number;
  id: string;
}

/** Replies of a thread on one side of a position, ordered by the kind of time that the position has, nearest first. */
export function selectReplies(
  db: Reader,
  rootId: string,
  {position, side, limit}: {position?: ReplyPosition; side: 'before' | 'after'; limit: number},
): Promise<PostRow[]> {
  const before = side === 'before';
  const time = position?.by === 'change' ? sql`p.UpdateAt` : sql`p.CreateAt`;
  const comparison = before ? sql`<` : sql`>`;
  return db.rows<PostRow>(sql`
    ${SELECT_POSTS}
    where p.RootId = ${rootId} and p.RootId <> '' and p.DeleteAt = 0
      ${position ? sql`and (${time}, p.Id) ${comparison} (${position.at}::bigint, ${position.id})` : sql.empty}
    order by ${before ? sql`${time} desc, p.Id desc` : sql`${time}, p.Id`}
    limit ${limit}`);
}

/**
 * When the member last viewed the channel, or joined it if they never did; undefined for a user who is not a member.
 */
export async function selectLastViewedAt(
  db: Queryable,
  channelId: string,
  userId: string,
): Promise<number | undefined> {
  const row = await db.row<{lastviewedat: number}>({
    text: `
      select coalesce(nullif(LastViewedAt, 0), LastUpdateAt) as lastviewedat
      from ChannelMembers where ChannelId = $1 and UserId = $2`,
    values: [channelId, userId],
  });
  return row?.lastviewedat;
}

export function selectPinned(
  db: Reader,
  channelId: string,
  {before, limit}: {before: PostPosition | undefined; limit: number},
): Promise<PostRow[]> {
  return db.rows<PostRow>(sql`
    ${SELECT_POSTS}
    where p.ChannelId = ${channelId} and p.IsPinned and p.DeleteAt = 0 ${olderThan(before)}
    order by p.CreateAt desc, p.Id desc limit ${limit}`);
}

/** The user's saved posts in channels that the user is in, newest first. */
export function selectFlagged(
  db: Reader,
  userId: string,
  {
    teamId,
    channelId,
    offset,
    limit,
  }: {teamId: string | undefined; channelId: string | undefined; offset: number; limit: number},
): Promise<PostRow[]> {
  return db.rows<PostRow>(sql`
    ${SELECT_POSTS}
      join Preferences saved on saved.UserId = ${userId} and saved.Category = 'flagged_post' and saved.Name = p.Id
        and saved.Value = 'true'
      join ChannelMembers m on m.ChannelId = p.ChannelId and m.UserId = saved.UserId
      join Channels c on c.Id = p.ChannelId
    where p.DeleteAt = 0
      ${teamId === undefined ? sql.empty : sql`and c.TeamId in (${teamId}, '')`}
      ${channelId === undefined ? sql.empty : sql`and p.ChannelId = ${channelId}`}
    order by p.CreateAt desc, p.Id desc
    limit ${limit} offset ${offset}`);
}
