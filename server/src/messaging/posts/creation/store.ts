import type {Queryable} from '../../../platform/database/queryable.ts';
import {rowSetStatement, type SetsInSql} from '../../../platform/database/row-sets.ts';
import type {Query} from '../../../platform/database/sql.ts';
import {
  CHANNEL_CHANGE,
  channelChanges,
  FOLLOWER_CHANGE,
  followerChanges,
  type InsertedPost,
  MEMBER_CHANGE,
  memberChanges,
  NEW_POST,
  newPosts,
  THREAD_CHANGE,
  threadChanges,
} from './changes.ts';

/** The reply count of a thread after its replies were inserted. */
export interface ThreadCount {
  postid: string;
  replycount: number;
}

/** The maximum number of participants that a thread stores, most recent last. */
const MAX_PARTICIPANTS = 100;

/**
 * Inserts posts with all their effects in one statement: counters of channels, authors and mentioned members, and
 * threads. Either everything is written or nothing. The array order is the order of the posts: a later one may mention
 * the author of an earlier one.
 */
export async function insertPosts(db: Queryable, inserted: readonly InsertedPost[]): Promise<ThreadCount[]> {
  return db.rows<ThreadCount>(insertQuery(inserted));
}

function insertQuery(inserted: readonly InsertedPost[]): Query {
  const posts = newPosts(inserted);
  const severalChannels = posts.some((post) => post.channelid !== posts[0]!.channelid);
  const rows = {post: posts, channel: channelChanges(inserted), member: memberChanges(inserted)};
  if (posts.every((post) => post.rootid === '')) {
    return (severalChannels ? INSERT_ROOTS_TO_CHANNELS : INSERT_ROOTS)(rows);
  }
  return (severalChannels ? INSERT_REPLIES_TO_CHANNELS : INSERT_REPLIES)({
    ...rows,
    thread: threadChanges(inserted),
    follower: followerChanges(inserted),
  });
}

const ROOT_SETS = {post: NEW_POST, channel: CHANNEL_CHANGE, member: MEMBER_CHANGE};
const REPLY_SETS = {...ROOT_SETS, thread: THREAD_CHANGE, follower: FOLLOWER_CHANGE};

type RootSets = SetsInSql<typeof ROOT_SETS>;
type ReplySets = SetsInSql<typeof REPLY_SETS>;

// Locks channels in the order of their ids and before any membership, regardless of the query plan, like every other
// transaction that locks several. This prevents deadlocks.
const lockedChannels = ({channel}: RootSets) => `
  held as materialized (
    select Id from Channels where Id = any(${channel.array.channelid}) order by Id for no key update),`;

const postsAndChannels = (sets: RootSets, severalChannels: boolean) => `
  with ${severalChannels ? lockedChannels(sets) : ''} post as (
    insert into Posts (UpdateAt, ${sets.post.names})
    select createat, ${sets.post.names} from ${sets.post.rows} as new (${sets.post.names})
  ),
  channel as (
    update Channels c set
      TotalMsgCount = c.TotalMsgCount + change.messages,
      TotalMsgCountRoot = c.TotalMsgCountRoot + change.roots,
      LastPostAt = greatest(c.LastPostAt, change.lastpostat),
      LastRootPostAt = greatest(c.LastRootPostAt, change.lastrootpostat)
    from ${sets.channel.rows} as change (${sets.channel.names})
      ${severalChannels ? 'join held on held.Id = change.channelid' : ''}
    where c.Id = change.channelid
    returning c.Id, c.TotalMsgCount, c.TotalMsgCountRoot
  )`;

// Read state is based on the channel's new totals, without later posts by others in the same statement.
const members = ({member}: RootSets) => `
    update ChannelMembers m set
      LastViewedAt = greatest(m.LastViewedAt, change.readat),
      MsgCount = case when change.readat > 0 then channel.TotalMsgCount - change.messagesafter else m.MsgCount end,
      MsgCountRoot =
        case when change.readat > 0 then channel.TotalMsgCountRoot - change.rootsafter else m.MsgCountRoot end,
      MentionCount = case when change.readat > 0 then 0 else m.MentionCount end + change.mentions,
      MentionCountRoot = case when change.readat > 0 then 0 else m.MentionCountRoot end + change.rootmentions,
      UrgentMentionCount = case when change.readat > 0 then 0 else m.UrgentMentionCount end + change.urgentmentions
    from ${member.rows} as change (${member.names})
      join channel on channel.Id = change.channelid
    where m.ChannelId = change.channelid and m.UserId = change.userid`;

const insertRoots = (sets: RootSets, severalChannels: boolean) => `
  ${postsAndChannels(sets, severalChannels)} ${members(sets)}`;

const insertReplies = (sets: ReplySets, severalChannels: boolean) => `
  ${postsAndChannels(sets, severalChannels)},
  member as (${members(sets)}),
  reply as (
    select * from ${sets.thread.rows} as change (${sets.thread.names})
  ),
  root as (
    update Posts p set UpdateAt = greatest(p.UpdateAt, reply.lastreplyat) from reply where p.Id = reply.rootid
  ),
  follower as (
    insert into ThreadMemberships as f (PostId, UserId, Following, LastViewed, LastUpdated, UnreadMentions)
    select rootid, userid, true, readat, updatedat, mentions
    from ${sets.follower.rows} as change (${sets.follower.names})
    on conflict (PostId, UserId) do update set
      Following = true,
      LastViewed = greatest(f.LastViewed, excluded.LastViewed),
      LastUpdated = greatest(f.LastUpdated, excluded.LastUpdated),
      UnreadMentions = case when excluded.LastViewed > 0 then 0 else f.UnreadMentions end + excluded.UnreadMentions
  )
  insert into Threads as t (PostId, ChannelId, ThreadTeamId, ReplyCount, LastReplyAt, Participants)
  select rootid, channelid, teamid, replies, lastreplyat, authors from reply
  on conflict (PostId) do update set
    ReplyCount = t.ReplyCount + excluded.ReplyCount,
    LastReplyAt = greatest(t.LastReplyAt, excluded.LastReplyAt),
    Participants = (
      select jsonb_agg(person order by place)
      from (
        select person, max(place) as place
        from (
          select person, place from jsonb_array_elements_text(t.Participants) with ordinality as old (person, place)
          union all
          select person, place + jsonb_array_length(t.Participants)
          from jsonb_array_elements_text(excluded.Participants) with ordinality as new (person, place)
        ) as written
        group by person
        order by place desc
        limit ${MAX_PARTICIPANTS}
      ) as latest
    )
  returning PostId, ReplyCount`;

const INSERT_ROOTS = rowSetStatement('posts-insert', ROOT_SETS, (sets) => insertRoots(sets, false));
const INSERT_ROOTS_TO_CHANNELS = rowSetStatement('posts-insert-to-channels', ROOT_SETS, (sets) =>
  insertRoots(sets, true),
);
const INSERT_REPLIES = rowSetStatement('posts-insert-replies', REPLY_SETS, (sets) =>
  insertReplies(sets, false),
);
const INSERT_REPLIES_TO_CHANNELS = rowSetStatement('posts-insert-replies-to-channels', REPLY_SETS, (sets) =>
  insertReplies(sets, true),
);

/** The data that a reply needs about the post it replies to. */
export interface ThreadRootRow {
  id: string;
  /** The root of the thread: the post itself, or the one that it replies to. */
  threadid: string;
  channelid: string;
  deleteat: number;
  /** The author of the root post. */
  rootuserid: string;
  rootdeleteat: number;
  participants: string[] | null;
  followers: string[];
  /** Users who have unfollowed it. */
  unfollowers: string[];
  /** The reply author's preference for collapsed threads: `on`, `off`, or null if not set. */
  collapsedthreads: string | null;
}

export function selectThreadRoot(
  db: Queryable,
  id: string,
  replierId: string,
): Promise<ThreadRootRow | undefined> {
  return db.row<ThreadRootRow>({
    name: 'posts-thread-root',
    text: `
      select p.Id, p.ChannelId, p.DeleteAt, root.Id as threadid, root.UserId as rootuserid, root.DeleteAt as rootdeleteat,
        t.Participants,
        array(select m.UserId from ThreadMemberships m where m.PostId = root.Id and m.Following) as followers,
        array(select m.UserId from ThreadMemberships m where m.PostId = root.Id and not m.Following) as unfollowers,
        (select Value from Preferences
          where UserId = $2 and Category = 'display_settings' and Name = 'collapsed_reply_threads') as collapsedthreads
      from Posts p
        join Posts root on root.Id = case p.RootId when '' then p.Id else p.RootId end
        left join Threads t on t.PostId = root.Id
      where p.Id = $1`,
    values: [id, replierId],
  });
}

export interface ChannelMemberRow {
  userid: string;
  username: string;
  firstname: string;
  notifyprops: Record<string, string>;
  channelnotifyprops: Record<string, string>;
}

/** The channel's members with active accounts, optionally only these users. */
export function selectMentionableMembers(
  db: Queryable,
  channelId: string,
  userIds: readonly string[] | null,
): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    text: `
      select m.UserId, u.Username, u.FirstName, u.NotifyProps, m.NotifyProps as channelnotifyprops
      from ChannelMembers m join Users u on u.Id = m.UserId
      where m.ChannelId = $1 and u.DeleteAt = 0 and ($2::text[] is null or m.UserId = any($2))`,
    values: [channelId, userIds],
  });
}

export async function insertPriority(
  db: Queryable,
  row: {
    postId: string;
    channelId: string;
    priority: string;
    requested_ack?: boolean;
    persistent_notifications?: boolean;
  },
): Promise<void> {
  await db.execute({
    text: `
      insert into PostsPriority (PostId, ChannelId, Priority, RequestedAck, PersistentNotifications)
      values ($1, $2, $3, $4, $5)`,
    values: [
      row.postId,
      row.channelId,
      row.priority,
      row.requested_ack ?? false,
      row.persistent_notifications ?? false,
    ],
  });
}
