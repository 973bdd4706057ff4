import type {Queryable, Reader} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {THREAD_MEMBERSHIPS, THREADS} from '../tables/tables.ts';

/** A thread with a user's read state. */
export interface ThreadRow
  extends Omit<RowOf<typeof THREAD_MEMBERSHIPS>, 'lastupdated'>,
    Omit<RowOf<typeof THREADS, {participants: string[]}>, 'threadteamid'> {
  unreadreplies: number;
  /** Empty if there is no reply. */
  lastreplyid: string;
  urgent: boolean;
}

const SELECT_THREADS = sql`
  select m.PostId, m.UserId, p.ChannelId, m.Following, m.LastViewed, m.UnreadMentions,
    (
      select count(*) from Posts r
      where r.RootId = m.PostId and r.RootId <> '' and r.DeleteAt = 0 and r.CreateAt > m.LastViewed
    ) as unreadreplies,
    coalesce((
      select r.Id from Posts r where r.RootId = m.PostId and r.RootId <> '' and r.DeleteAt = 0
      order by r.CreateAt desc, r.Id desc limit 1
    ), '') as lastreplyid,
    coalesce(t.ReplyCount, 0) as replycount, coalesce(t.LastReplyAt, 0) as lastreplyat,
    coalesce(t.ThreadDeleteAt, 0) as threaddeleteat, coalesce(t.Participants, '[]') as participants,
    coalesce(pr.Priority = 'urgent', false) as urgent
  from ThreadMemberships m
    join Posts p on p.Id = m.PostId
    left join Threads t on t.PostId = m.PostId
    left join PostsPriority pr on pr.PostId = m.PostId`;

/** A user's followed threads in channels of a team that the user is in, and in direct and group channels. */
function followed(userId: string, teamId: string, withDeleted: boolean): SqlFragment {
  return sql`
    where m.UserId = ${userId} and m.Following
      and exists (
        select from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
        where cm.UserId = m.UserId and cm.ChannelId = p.ChannelId and c.TeamId in (${teamId}, '')
      )
      and t.PostId is not null ${withDeleted ? sql.empty : sql`and t.ThreadDeleteAt = 0`}`;
}

export interface ThreadPage {
  teamId: string;
  /** Whether to select only threads with unread replies. */
  unread: boolean;
  withDeleted: boolean;
  /** Selects only threads that changed since this time, in milliseconds. */
  since: number;
  /** Select only threads whose last reply is before or after the last reply of this thread. */
  before?: string;
  after?: string;
  limit: number;
}

/** A page of the user's followed threads, latest reply first. */
export async function selectFollowedThreads(
  db: Reader,
  userId: string,
  {teamId, unread, withDeleted, since, before, after, limit}: ThreadPage,
): Promise<ThreadRow[]> {
  const siblings = (id: string) =>
    sql`coalesce((select (x.LastReplyAt, x.PostId) from Threads x where x.PostId = ${id}), (0::bigint, ''))`;
  const rows = await db.rows<ThreadRow>(sql`
    ${SELECT_THREADS}
    ${followed(userId, teamId, withDeleted)}
      ${unread ? sql`and t.LastReplyAt > m.LastViewed` : sql.empty}
      ${since > 0 ? sql`and (t.LastReplyAt > ${since} or m.LastUpdated > ${since})` : sql.empty}
      ${before ? sql`and (t.LastReplyAt, t.PostId) < ${siblings(before)}` : sql.empty}
      ${after ? sql`and (t.LastReplyAt, t.PostId) > ${siblings(after)}` : sql.empty}
    order by ${after ? sql`t.LastReplyAt, t.PostId` : sql`t.LastReplyAt desc, t.PostId desc`}
    limit ${limit}`);
  return after ? rows.toReversed() : rows;
}

export interface ThreadTotalsRow {
  total: number;
  unreadthreads: number;
  unreadmentions: number;
  unreadurgentmentions: number;
}

export async function selectThreadTotals(
  db: Reader,
  userId: string,
  {teamId, withDeleted}: {teamId: string; withDeleted: boolean},
): Promise<ThreadTotalsRow> {
  const row = await db.row<ThreadTotalsRow>(sql`
    select count(*) as total,
      count(*) filter (where t.LastReplyAt > m.LastViewed) as unreadthreads,
      coalesce(sum(m.UnreadMentions), 0) as unreadmentions,
      coalesce(sum(m.UnreadMentions) filter (where pr.Priority = 'urgent'), 0) as unreadurgentmentions
    from ThreadMemberships m
      join Posts p on p.Id = m.PostId
      left join Threads t on t.PostId = m.PostId
      left join PostsPriority pr on pr.PostId = m.PostId
    ${followed(userId, teamId, withDeleted)}`);
  return row!;
}

/** A thread with the read states of the users among these who follow or followed it. */
export function selectThread(
  db: Queryable,
  postId: string,
  userIds: readonly string[],
): Promise<ThreadRow[]> {
  return db.rows<ThreadRow>(sql`${SELECT_THREADS} where m.PostId = ${postId} and m.UserId = any(${userIds})`);
}

/** The users among these who use collapsed threads, by preference or by default. */
export async function selectThreadViewers(
  db: Queryable,
  userIds: readonly string[],
  usual: 'on' | 'off',
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      select u.Id
      from unnest($1::text[]) as u (Id)
        left join Preferences p
          on p.UserId = u.Id and p.Category = 'display_settings' and p.Name = 'collapsed_reply_threads'
      where coalesce(p.Value, $2) = 'on'`,
    values: [userIds, usual],
  });
  return rows.map((row) => row.id);
}

/** Follows or unfollows the thread. Following marks existing replies as read. */
export async function upsertFollowing(
  db: Queryable,
  {postId, userId, following, now}: {postId: string; userId: string; following: boolean; now: number},
): Promise<void> {
  await db.execute({
    text: `
      insert into ThreadMemberships as m (PostId, UserId, Following, LastViewed, LastUpdated)
      values ($1, $2, $3, $4, $4)
      on conflict (PostId, UserId) do update set
        Following = $3,
        LastUpdated = $4,
        LastViewed = case when $3 then greatest(m.LastViewed, $4) else m.LastViewed end,
        UnreadMentions = 0`,
    values: [postId, userId, following, now],
  });
}

/** Marks the thread as read up to a time, and stores the number of mentions after it. */
export async function upsertReadState(
  db: Queryable,
  {
    postId,
    userId,
    seenUpTo,
    unreadMentions,
    now,
  }: {postId: string; userId: string; seenUpTo: number; unreadMentions: number; now: number},
): Promise<void> {
  await db.execute({
    text: `
      insert into ThreadMemberships (PostId, UserId, Following, LastViewed, LastUpdated, UnreadMentions)
      values ($1, $2, false, $3, $5, $4)
      on conflict (PostId, UserId) do update set LastViewed = $3, LastUpdated = $5, UnreadMentions = $4`,
    values: [postId, userId, seenUpTo, unreadMentions, now],
  });
}

/** Marks all of the user's followed threads in the team, and in direct and group channels, as read. */
export async function markAllRead(
  db: Queryable,
  {userId, teamId, now}: {userId: string; teamId: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      update ThreadMemberships m set LastViewed = $3, LastUpdated = $3, UnreadMentions = 0
      from Threads t join Channels c on c.Id = t.ChannelId
      where t.PostId = m.PostId and m.UserId = $1 and c.TeamId in ($2, '')
        and (t.LastReplyAt > m.LastViewed or m.UnreadMentions > 0)`,
    values: [userId, teamId, now],
  });
}

/** Marks the user's threads in these channels as read. */
export async function markChannelsRead(
  db: Queryable,
  {userId, channelIds, now}: {userId: string; channelIds: readonly string[]; now: number},
): Promise<void> {
  await db.execute({
    text: `
      update ThreadMemberships m set LastViewed = $3, LastUpdated = $3, UnreadMentions = 0
      from Threads t
      where t.PostId = m.PostId and m.UserId = $1 and t.ChannelId = any($2)
        and (t.LastReplyAt > m.LastViewed or m.UnreadMentions > 0)`,
    values: [userId, channelIds, now],
  });
}

/** Deletes the user's followed threads and read states in the channel. */
export async function deleteMembershipsInChannel(
  db: Queryable,
  {userId, channelId}: {userId: string; channelId: string},
): Promise<void> {
  await db.execute({
    text: `
      delete from ThreadMemberships m using Posts p
      where p.Id = m.PostId and m.UserId = $1 and p.ChannelId = $2`,
    values: [userId, channelId],
  });
}
