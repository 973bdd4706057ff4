import type {Queryable} from '../../../platform/database/queryable.ts';

/**
 * Marks all posts and mentions of a channel as read. Does not write if nothing was unread. Returns the time of the
 * channel's last post, or undefined for a user who is not a member.
 */
export async function markRead(
  db: Queryable,
  userId: string,
  channelId: string,
): Promise<number | undefined> {
  const row = await db.row<{lastpostat: number}>({
    name: 'channel-mark-read',
    text: `
      with written as (
        update ChannelMembers cm set
          LastViewedAt = greatest(cm.LastViewedAt, c.LastPostAt), LastUpdateAt = greatest(cm.LastUpdateAt, c.LastPostAt),
          MsgCount = greatest(cm.MsgCount, c.TotalMsgCount), MsgCountRoot = greatest(cm.MsgCountRoot, c.TotalMsgCountRoot),
          MentionCount = 0, MentionCountRoot = 0, UrgentMentionCount = 0
        from Channels c
        where c.Id = $2 and cm.ChannelId = $2 and cm.UserId = $1 and (
          cm.LastViewedAt < c.LastPostAt or cm.MsgCount < c.TotalMsgCount or cm.MsgCountRoot < c.TotalMsgCountRoot
          or cm.MentionCount > 0 or cm.MentionCountRoot > 0 or cm.UrgentMentionCount > 0)
      )
      select c.LastPostAt from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
      where cm.ChannelId = $2 and cm.UserId = $1`,
    values: [userId, channelId],
  });
  return row?.lastpostat;
}

/**
 * Ids of the user's channels with unread posts or mentions: those of a team, or direct and group channels if the team
 * id is empty.
 */
export async function selectUnreadChannelIds(
  db: Queryable,
  userId: string,
  teamId: string,
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      select c.Id from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
      where cm.UserId = $1 and c.TeamId = $2 and (cm.MsgCount < c.TotalMsgCount or cm.MentionCount > 0)
      order by c.Id`,
    values: [userId, teamId],
  });
  return rows.map(({id}) => id);
}

export interface ChannelUnreadRow {
  teamid: string;
  channelid: string;
  userid: string;
  msgcount: number;
  msgcountroot: number;
  mentioncount: number;
  mentioncountroot: number;
  urgentmentioncount: number;
  lastviewedat: number;
  notifyprops: Record<string, string>;
}

export function selectUnread(
  db: Queryable,
  userId: string,
  channelId: string,
): Promise<ChannelUnreadRow | undefined> {
  return db.row<ChannelUnreadRow>({
    name: 'channel-unread',
    text: `
      select c.TeamId, cm.ChannelId, cm.UserId, cm.MentionCount, cm.MentionCountRoot, cm.UrgentMentionCount,
        cm.LastViewedAt, cm.NotifyProps,
        greatest(c.TotalMsgCount - cm.MsgCount, 0) as msgcount,
        greatest(c.TotalMsgCountRoot - cm.MsgCountRoot, 0) as msgcountroot
      from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
      where cm.ChannelId = $2 and cm.UserId = $1`,
    values: [userId, channelId],
  });
}

export interface TeamUnreadRow {
  teamid: string;
  msgcount: number;
  msgcountroot: number;
  mentioncount: number;
  mentioncountroot: number;
}

/** A user's unread counts in the active channels of each of their teams. Muted channels count only mentions. */
export function selectTeamUnreads(db: Queryable, userId: string): Promise<TeamUnreadRow[]> {
  return db.rows<TeamUnreadRow>({
    name: 'team-unreads',
    text: `
      select tm.TeamId,
        coalesce(sum(u.msgcount) filter (where not u.muted), 0) as msgcount,
        coalesce(sum(u.msgcountroot) filter (where not u.muted), 0) as msgcountroot,
        coalesce(sum(u.MentionCount), 0) as mentioncount,
        coalesce(sum(u.MentionCountRoot), 0) as mentioncountroot
      from TeamMembers tm
        join Teams t on t.Id = tm.TeamId and t.DeleteAt = 0
        left join (
          select c.TeamId, cm.MentionCount, cm.MentionCountRoot,
            greatest(c.TotalMsgCount - cm.MsgCount, 0) as msgcount,
            greatest(c.TotalMsgCountRoot - cm.MsgCountRoot, 0) as msgcountroot,
            cm.NotifyProps ->> 'mark_unread' = 'mention' as muted
          from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
          where cm.UserId = $1 and c.TeamId <> '' and c.DeleteAt = 0
        ) u on u.TeamId = tm.TeamId
      where tm.UserId = $1 and tm.DeleteAt = 0
      group by tm.TeamId order by tm.TeamId`,
    values: [userId],
  });
}

export interface ChannelStatsRow {
  members: number;
  guests: number;
  pinned: number;
  files: number;
}

/** Counts of active members and guests, of pinned posts, and of files in posts. */
export async function selectStats(db: Queryable, channelId: string): Promise<ChannelStatsRow> {
  const row = await db.row<ChannelStatsRow>({
    name: 'channel-stats',
    text: `
      select m.members, m.guests,
        (select count(*) from Posts where ChannelId = $1 and IsPinned and DeleteAt = 0) as pinned,
        (select count(*) from FileInfo where ChannelId = $1 and PostId <> '' and DeleteAt = 0) as files
      from (
        select count(*) as members, count(*) filter (where cm.SchemeGuest) as guests
        from ChannelMembers cm join Users u on u.Id = cm.UserId
        where cm.ChannelId = $1 and u.DeleteAt = 0) m`,
    values: [channelId],
  });
  return row!;
}

/** The number of active members of each channel. */
export function selectMemberCounts(
  db: Queryable,
  channelIds: readonly string[],
): Promise<{channelid: string; members: number}[]> {
  return db.rows({
    text: `
      select cm.ChannelId, count(*) as members from ChannelMembers cm join Users u on u.Id = cm.UserId
      where cm.ChannelId = any($1) and u.DeleteAt = 0 group by cm.ChannelId`,
    values: [channelIds],
  });
}

/** The distinct time zones of the channel's active members. */
export async function selectTimezones(db: Queryable, channelId: string): Promise<string[]> {
  const rows = await db.rows<{timezone: string}>({
    text: `
      select distinct zone.name as timezone
      from ChannelMembers cm join Users u on u.Id = cm.UserId
        cross join lateral (select case when u.Timezone ->> 'useAutomaticTimezone' = 'false'
          then u.Timezone ->> 'manualTimezone' else u.Timezone ->> 'automaticTimezone' end as name) zone
      where cm.ChannelId = $1 and u.DeleteAt = 0 and zone.name <> ''
      order by zone.name`,
    values: [channelId],
  });
  return rows.map(({timezone}) => timezone);
}

/** A member's counters after {@link updateMemberUnread}. */
export interface MemberUnreadRow {
  msgcount: number;
  msgcountroot: number;
  mentioncount: number;
  mentioncountroot: number;
  urgentmentioncount: number;
  lastviewedat: number;
}

/**
 * Marks all posts of a channel as read except the given number of newest ones. Returns undefined for a user who is not
 * a member.
 */
export function updateMemberUnread(
  db: Queryable,
  unread: {
    channelId: string;
    userId: string;
    lastViewedAt: number;
    messages: number;
    roots: number;
    mentions: number;
    rootMentions: number;
    urgentMentions: number;
    now: number;
  },
): Promise<MemberUnreadRow | undefined> {
  return db.row<MemberUnreadRow>({
    text: `
      update ChannelMembers m set
        LastViewedAt = $3,
        MsgCount = greatest(0, c.TotalMsgCount - $4),
        MsgCountRoot = greatest(0, c.TotalMsgCountRoot - $5),
        MentionCount = $6, MentionCountRoot = $7, UrgentMentionCount = $8, LastUpdateAt = $9
      from Channels c
      where c.Id = m.ChannelId and m.ChannelId = $1 and m.UserId = $2
      returning m.MsgCount, m.MsgCountRoot, m.MentionCount, m.MentionCountRoot, m.UrgentMentionCount, m.LastViewedAt`,
    values: [
      unread.channelId,
      unread.userId,
      unread.lastViewedAt,
      unread.messages,
      unread.roots,
      unread.mentions,
      unread.rootMentions,
      unread.urgentMentions,
      unread.now,
    ],
  });
}
