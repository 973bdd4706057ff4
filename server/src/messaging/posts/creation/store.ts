import {isUniqueViolation} from '../../../platform/database/pg-errors.ts';
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
  POST_COLUMNS,
  THREAD_CHANGE,
  threadChanges,
} from './changes.ts';

/** The values of a new post that the database sets. */
export interface InsertedPostValues {
  /** In milliseconds. */
  createAt: number;
  /** The number of replies in its thread, including this one; 0 for a root post. */
  replyCount: number;
}

/** The time of the first post of a channel. If there are replies, one row per thread. */
interface InsertedRow {
  channelid: string;
  firstat: number;
  rootid?: string | null;
  replycount?: number | null;
}

/** An id that a client assigned to a post, so that sending the post again doesn't create a second one. */
export interface PendingPost {
  userid: string;
  pendingpostid: string;
  postid: string;
  channelid: string;
}

/** The maximum number of participants stored per thread. The most recent one is last. */
const MAX_PARTICIPANTS = 100;

/**
 * In milliseconds. Dates further in the future than clocks can differ, for example from a faulty import, are ignored.
 */
const MAX_FUTURE = 24 * 60 * 60 * 1000;

/**
 * Inserts posts with all their effects in one statement: counters of channels, authors and mentioned members, threads,
 * and client ids. Everything is written or nothing, except for channels that don't exist. The posts are created in the
 * order of the array: a later one may mention the author of an earlier one.
 *
 * The posts get the time of the database, but always a later time than all other posts of their channel
 * (docs/cluster.md#the-order-of-posts). If `createAt` (milliseconds) is set, it is the time of the first post instead.
 *
 * @returns one element for each post, in the same order; undefined for a post that was not inserted because its channel
 *   no longer exists
 * @throws an error for which {@link isPendingPostTaken} is true if a client id was already used
 */
export async function insertPosts(
  db: Queryable,
  inserted: readonly InsertedPost[],
  {createAt, pending = []}: {createAt?: number; pending?: readonly PendingPost[]} = {},
): Promise<(InsertedPostValues | undefined)[]> {
  const rows = await db.rows<InsertedRow>(insertQuery(inserted, createAt, pending));
  const firstAt = new Map(rows.map((row) => [row.channelid, row.firstat]));
  const replies = new Map(rows.map((row) => [row.rootid, row.replycount]));
  return inserted.map(({post, after}) => {
    const first = firstAt.get(post.channelid);
    if (first === undefined) return undefined;
    return {createAt: first + after, replyCount: (post.rootid !== '' && replies.get(post.rootid)) || 0};
  });
}

function insertQuery(
  inserted: readonly InsertedPost[],
  createAt: number | undefined,
  pending: readonly PendingPost[],
): Query {
  const posts = newPosts(inserted);
  const rows = {post: posts, channel: channelChanges(inserted, createAt), member: memberChanges(inserted)};
  const statements = rows.channel.length > 1 ? FOR_CHANNELS : FOR_ONE_CHANNEL;
  if (posts.some((post) => post.rootid !== '')) {
    const replies = {...rows, thread: threadChanges(inserted), follower: followerChanges(inserted)};
    return pending.length > 0
      ? statements.pendingReplies({...replies, pending})
      : statements.replies(replies);
  }
  return pending.length > 0 ? statements.pendingRoots({...rows, pending}) : statements.roots(rows);
}

const PENDING_POST = {userid: 'text', pendingpostid: 'text', postid: 'text', channelid: 'text'} as const;

const ROOT_SETS = {post: NEW_POST, channel: CHANNEL_CHANGE, member: MEMBER_CHANGE};
const REPLY_SETS = {...ROOT_SETS, thread: THREAD_CHANGE, follower: FOLLOWER_CHANGE};

type RootSets = SetsInSql<typeof ROOT_SETS>;
type ReplySets = SetsInSql<typeof REPLY_SETS>;
type PendingSet = SetsInSql<{pending: typeof PENDING_POST}>;

const POST_NAMES = Object.keys(POST_COLUMNS).join(', ');
const NEW_POST_NAMES = Object.keys(POST_COLUMNS)
  .map((name) => `new.${name}`)
  .join(', ');

const NOW = "floor(date_part('epoch', statement_timestamp()) * 1000)::bigint";

const NEXT_TIME = `(case when c.LastPostAt < ${NOW} + ${MAX_FUTURE} then greatest(${NOW}, c.LastPostAt + 1) else ${NOW} end)`;

// Locks channels in the order of their ids and before any membership, regardless of the query plan. All transactions
// that lock several channels do this, to prevent deadlocks.
const lockedChannels = ({channel}: RootSets) => `
  held as materialized (
    select Id from Channels where Id = any(${channel.array.channelid}) order by Id for no key update),`;

// All other parts read the channel's row from here, so it is locked first. LastPostAt is from the locked version, so
// later statements on any server choose later times. A single channel is found without a join.
const changedChannels = (sets: RootSets, severalChannels: boolean) => {
  const {rows, names, column, first} = sets.channel;
  const change = severalChannels ? column('change') : first;
  return `
  with ${severalChannels ? lockedChannels(sets) : ''} channel as (
    update Channels c set
      TotalMsgCount = c.TotalMsgCount + ${change.messages},
      TotalMsgCountRoot = c.TotalMsgCountRoot + ${change.roots},
      LastPostAt = case
        when ${change.createat} > 0 then greatest(c.LastPostAt, ${change.createat} + ${change.lastafter})
        else ${NEXT_TIME} + ${change.lastafter} end,
      LastRootPostAt = case
        when ${change.lastrootafter} < 0 then c.LastRootPostAt
        when ${change.createat} > 0 then greatest(c.LastRootPostAt, ${change.createat} + ${change.lastrootafter})
        else ${NEXT_TIME} + ${change.lastrootafter} end
    ${severalChannels ? `from ${rows} as change (${names}) join held on held.Id = change.channelid` : ''}
    where c.Id = ${change.channelid}
    returning c.Id, c.TotalMsgCount, c.TotalMsgCountRoot,
      case when ${change.createat} > 0 then ${change.createat} else c.LastPostAt - ${change.lastafter} end as firstat
  )`;
};

const insertedPosts = (sets: RootSets, severalChannels: boolean) => `
  post as (
    insert into Posts (CreateAt, UpdateAt, ${POST_NAMES})
    select channel.firstat + new.after, channel.firstat + new.after, ${NEW_POST_NAMES}
    from channel join ${sets.post.rows} as new (${sets.post.names})
      on ${severalChannels ? 'channel.Id = new.channelid' : 'true'}
  )`;

// Read state is based on the channel's new totals, without later posts by others in the same statement.
const members = ({member}: RootSets) => `
  member as (
    update ChannelMembers m set
      LastViewedAt = case when change.readafter < 0 then m.LastViewedAt
        else greatest(m.LastViewedAt, channel.firstat + change.readafter) end,
      MsgCount = case when change.readafter < 0 then m.MsgCount else channel.TotalMsgCount - change.messagesafter end,
      MsgCountRoot =
        case when change.readafter < 0 then m.MsgCountRoot else channel.TotalMsgCountRoot - change.rootsafter end,
      MentionCount = case when change.readafter < 0 then m.MentionCount else 0 end + change.mentions,
      MentionCountRoot = case when change.readafter < 0 then m.MentionCountRoot else 0 end + change.rootmentions,
      UrgentMentionCount = case when change.readafter < 0 then m.UrgentMentionCount else 0 end + change.urgentmentions
    from ${member.rows} as change (${member.names})
      join channel on channel.Id = change.channelid
    where m.ChannelId = change.channelid and m.UserId = change.userid
  )`;

const threads = (sets: ReplySets) => `
  reply as (
    select change.*, channel.firstat + change.lastafter as lastreplyat
    from ${sets.thread.rows} as change (${sets.thread.names}) join channel on channel.Id = change.channelid
  ),
  root as (
    update Posts p set UpdateAt = greatest(p.UpdateAt, reply.lastreplyat) from reply where p.Id = reply.rootid
  ),
  follower as (
    insert into ThreadMemberships as f (PostId, UserId, Following, LastViewed, LastUpdated, UnreadMentions)
    select rootid, userid, true, case when readafter < 0 then 0 else channel.firstat + readafter end,
      channel.firstat + updatedafter, mentions
    from ${sets.follower.rows} as change (${sets.follower.names}) join channel on channel.Id = change.channelid
    on conflict (PostId, UserId) do update set
      Following = true,
      LastViewed = greatest(f.LastViewed, excluded.LastViewed),
      LastUpdated = greatest(f.LastUpdated, excluded.LastUpdated),
      UnreadMentions = case when excluded.LastViewed > 0 then 0 else f.UnreadMentions end + excluded.UnreadMentions
  ),
  thread as (
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
    returning PostId, ReplyCount
  )`;

// The join makes this part wait for the channel. Otherwise, two statements with the same post could deadlock; so the
// second one finds the id that the first one inserted.
const pendingPosts = ({pending}: PendingSet) => `,
  pending as (
    insert into PendingPosts (UserId, PendingPostId, PostId, CreateAt)
    select new.userid, new.pendingpostid, new.postid, ${NOW}
    from ${pending.rows} as new (${pending.names}) join channel on channel.Id = new.channelid
  )`;

const insertRoots = (sets: RootSets, severalChannels: boolean, pending = '') => `
  ${changedChannels(sets, severalChannels)}${pending}, ${members(sets)}, ${insertedPosts(sets, severalChannels)}
  select Id as channelid, firstat from channel`;

const insertReplies = (sets: ReplySets, severalChannels: boolean, pending = '') => `
  ${changedChannels(sets, severalChannels)}${pending}, ${members(sets)}, ${threads(sets)},
  ${insertedPosts(sets, severalChannels)}
  select channel.Id as channelid, channel.firstat, thread.PostId as rootid, thread.ReplyCount
  from channel
    left join (reply join thread on thread.PostId = reply.rootid) on reply.channelid = channel.Id`;

/** The statements that insert posts of one channel, or of several. */
function insertStatements(name: string, severalChannels: boolean) {
  const pending = {pending: PENDING_POST};
  return {
    roots: rowSetStatement(name, ROOT_SETS, (sets) => insertRoots(sets, severalChannels)),
    replies: rowSetStatement(`${name}-replies`, REPLY_SETS, (sets) => insertReplies(sets, severalChannels)),
    pendingRoots: rowSetStatement(`${name}-pending`, {...ROOT_SETS, ...pending}, (sets) =>
      insertRoots(sets, severalChannels, pendingPosts(sets)),
    ),
    pendingReplies: rowSetStatement(`${name}-pending-replies`, {...REPLY_SETS, ...pending}, (sets) =>
      insertReplies(sets, severalChannels, pendingPosts(sets)),
    ),
  };
}

const FOR_ONE_CHANNEL = insertStatements('posts-insert', false);
const FOR_CHANNELS = insertStatements('posts-insert-to-channels', true);

/** Whether posts were not inserted because a client id was already used. */
export function isPendingPostTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'pendingposts_pkey');
}

/** Stores the client ids of posts before the posts are inserted in the same transaction. */
export async function insertPendingPosts(tx: Queryable, pending: readonly PendingPost[]): Promise<void> {
  await tx.execute(INSERT_PENDING({pending}));
}

const INSERT_PENDING = rowSetStatement(
  'pending-posts-insert',
  {pending: PENDING_POST},
  ({pending}) => `
  insert into PendingPosts (UserId, PendingPostId, PostId, CreateAt)
  select userid, pendingpostid, postid, ${NOW} from ${pending.rows} as new (${pending.names})`,
);

/** The posts that were created with these client ids, until {@link deletePendingPosts}. `age` is in milliseconds. */
export async function selectPendingPosts(
  db: Queryable,
  keys: readonly Pick<PendingPost, 'userid' | 'pendingpostid'>[],
): Promise<{userid: string; pendingpostid: string; postid: string; age: number}[]> {
  return db.rows({
    name: 'posts-pending',
    text: `
      select p.UserId, p.PendingPostId, p.PostId, ${NOW} - p.CreateAt as age
      from unnest($1::text[], $2::text[]) as key (userid, pendingpostid)
        join PendingPosts p on p.UserId = key.userid and p.PendingPostId = key.pendingpostid`,
    values: [keys.map(({userid}) => userid), keys.map(({pendingpostid}) => pendingpostid)],
  });
}

/** Deletes the client ids of posts that are older than `age`, in milliseconds. */
export async function deletePendingPosts(db: Queryable, age: number): Promise<void> {
  await db.execute({text: `delete from PendingPosts where CreateAt <= ${NOW} - $1::bigint`, values: [age]});
}

/** The data that a reply needs about the post that it replies to. */
export interface ThreadRootRow {
  id: string;
  /** The root of the thread: the post itself, or the post that it replies to. */
  threadid: string;
  channelid: string;
  deleteat: number;
  /** The author of the root post. */
  rootuserid: string;
  rootdeleteat: number;
  participants: string[] | null;
  followers: string[];
  /** Users who unfollowed the thread. */
  unfollowers: string[];
  /** Users who muted the thread, whether or not they follow it. */
  muters: string[];
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
        array(select UserId from Preferences where Category = 'muted_threads' and Name = root.Id and Value = 'true') as muters,
        (select Value from Preferences
          where UserId = $2 and Category = 'display_settings' and Name = 'collapsed_reply_threads') as collapsedthreads
      from Posts p
        join Posts root on root.Id = case p.RootId when '' then p.Id else p.RootId end
        left join Threads t on t.PostId = root.Id
      where p.Id = $1`,
    values: [id, replierId],
  });
}

/** The collapsed threads preferences of users, `on` or `off`. Users without the preference have no entry. */
export async function selectCollapsedThreads(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{userid: string; value: string}>({
    text: `
      select UserId, Value from Preferences
      where UserId = any($1) and Category = 'display_settings' and Name = 'collapsed_reply_threads'`,
    values: [userIds],
  });
  return new Map(rows.map(({userid, value}) => [userid, value]));
}

/** Sets the last reply time of a root post that was inserted together with its replies. */
export async function updateNewRoot(tx: Queryable, rootId: string): Promise<void> {
  await tx.execute({
    text: `
      update Posts p set UpdateAt = greatest(p.UpdateAt, t.LastReplyAt) from Threads t
      where p.Id = $1 and t.PostId = $1`,
    values: [rootId],
  });
}

export interface ChannelMemberRow {
  userid: string;
  username: string;
  firstname: string;
  isbot: boolean;
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
      select m.UserId, u.Username, u.FirstName, b.UserId is not null as isbot, u.NotifyProps,
        m.NotifyProps as channelnotifyprops
      from ChannelMembers m join Users u on u.Id = m.UserId left join Bots b on b.UserId = u.Id
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
  },
): Promise<void> {
  await db.execute({
    text: `
      insert into PostsPriority (PostId, ChannelId, Priority, RequestedAck, PersistentNotifications)
      values ($1, $2, $3, $4, false)`,
    values: [row.postId, row.channelId, row.priority, row.requested_ack ?? false],
  });
}
