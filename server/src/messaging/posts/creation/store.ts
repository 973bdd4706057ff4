import type {Query, Queryable} from '../../../platform/database/queryable.ts';

/** A post to be inserted. Times are milliseconds. */
export interface NewPostRow {
  id: string;
  createat: number;
  userid: string;
  channelid: string;
  rootid: string;
  message: string;
  type: string;
  props: Record<string, unknown>;
  hashtags: string;
  fileids: readonly string[];
}

/** What a post changes beyond its own row. */
export interface PostEffects {
  /** Whether the counters of messages count it: notices of joins and leaves are none. */
  counted: boolean;
  /** Whether the author has thereby read the channel up to here. */
  readByAuthor: boolean;
  mentionedUserIds: readonly string[];
  urgent: boolean;
  /** For a reply: the thread's team, and who follows the thread from now on besides those who did. */
  thread?: {teamId: string; followers: readonly ThreadFollower[]};
}

export interface ThreadFollower {
  userId: string;
  /** Whether the follower has thereby read the thread. */
  hasRead: boolean;
  mentioned: boolean;
}

export interface InsertedPost {
  post: NewPostRow;
  effects: PostEffects;
}

/** The state of a thread after its replies were inserted. */
export interface ThreadCount {
  postid: string;
  replycount: number;
}

/** A thread remembers who wrote in it last, and not more people than this. */
const MAX_PARTICIPANTS = 100;

/**
 * Inserts posts together with all that they change, in one statement: channel counters, the authors' and the
 * mentioned members' counters, threads. Either everything is there or nothing. The posts' order is that of the
 * array: a later one may mention who wrote an earlier one.
 */
export async function insertPosts(db: Queryable, inserted: readonly InsertedPost[]): Promise<ThreadCount[]> {
  return db.rows<ThreadCount>(insertQuery(inserted));
}

function insertQuery(inserted: readonly InsertedPost[]): Query {
  const posts = inserted.map(({post}) => post);
  const values: unknown[] = [
    posts.map((post) => post.id),
    posts.map((post) => post.createat),
    posts.map((post) => post.userid),
    posts.map((post) => post.channelid),
    posts.map((post) => post.rootid),
    posts.map((post) => post.message),
    posts.map((post) => post.type),
    posts.map((post) => JSON.stringify(post.props)),
    posts.map((post) => post.hashtags),
    posts.map((post) => (post.fileids.length === 0 ? '[]' : JSON.stringify(post.fileids))),
    ...channelChanges(inserted),
    ...memberChanges(inserted),
  ];
  const severalChannels = posts.some((post) => post.channelid !== posts[0]!.channelid);
  if (posts.every((post) => post.rootid === '')) {
    return severalChannels
      ? {name: 'posts-insert-to-channels', text: INSERT_ROOTS_TO_CHANNELS, values}
      : {name: 'posts-insert', text: INSERT_ROOTS, values};
  }
  return {
    name: severalChannels ? 'posts-insert-replies-to-channels' : 'posts-insert-replies',
    text: severalChannels ? INSERT_REPLIES_TO_CHANNELS : INSERT_REPLIES,
    values: [...values, ...threadChanges(inserted), ...followerChanges(inserted), MAX_PARTICIPANTS],
  };
}

interface ChannelChange {
  messages: number;
  roots: number;
  lastPostAt: number;
  lastRootPostAt: number;
}

function channelChanges(inserted: readonly InsertedPost[]): unknown[] {
  const changes = new Map<string, ChannelChange>();
  for (const {post, effects} of inserted) {
    const change = changes.get(post.channelid) ?? {messages: 0, roots: 0, lastPostAt: 0, lastRootPostAt: 0};
    changes.set(post.channelid, change);
    const isRoot = post.rootid === '';
    change.messages += effects.counted ? 1 : 0;
    change.roots += effects.counted && isRoot ? 1 : 0;
    change.lastPostAt = Math.max(change.lastPostAt, post.createat);
    if (isRoot) change.lastRootPostAt = Math.max(change.lastRootPostAt, post.createat);
  }
  const all = [...changes.values()];
  return [
    [...changes.keys()],
    all.map((change) => change.messages),
    all.map((change) => change.roots),
    all.map((change) => change.lastPostAt),
    all.map((change) => change.lastRootPostAt),
  ];
}

interface MemberChange {
  channelId: string;
  userId: string;
  /** Milliseconds; 0 if the member has read nothing by this. */
  readAt: number;
  /** Messages and roots that came after what the member has read. */
  messagesAfter: number;
  rootsAfter: number;
  mentions: number;
  rootMentions: number;
  urgentMentions: number;
}

function memberChanges(inserted: readonly InsertedPost[]): unknown[] {
  const changes = new Map<string, MemberChange>();
  const changeOf = (channelId: string, userId: string): MemberChange => {
    const key = channelId + userId;
    const found = changes.get(key);
    if (found) return found;
    const change = {
      channelId,
      userId,
      readAt: 0,
      messagesAfter: 0,
      rootsAfter: 0,
      mentions: 0,
      rootMentions: 0,
      urgentMentions: 0,
    };
    changes.set(key, change);
    return change;
  };

  // Backwards: what an author has read ends with the last post of their own, and what follows it is not read.
  const after = new Map<string, {messages: number; roots: number}>();
  for (const {post, effects} of inserted.toReversed()) {
    const later = after.get(post.channelid) ?? {messages: 0, roots: 0};
    after.set(post.channelid, later);
    if (effects.readByAuthor) {
      const author = changeOf(post.channelid, post.userid);
      if (author.readAt === 0) {
        author.messagesAfter = later.messages;
        author.rootsAfter = later.roots;
      }
      author.readAt = Math.max(author.readAt, post.createat);
    }
    later.messages += effects.counted ? 1 : 0;
    later.roots += effects.counted && post.rootid === '' ? 1 : 0;
  }

  for (const {post, effects} of inserted) {
    const isRoot = post.rootid === '';
    if (effects.readByAuthor) {
      const author = changeOf(post.channelid, post.userid);
      author.mentions = author.rootMentions = author.urgentMentions = 0;
    }
    for (const userId of effects.mentionedUserIds) {
      const change = changeOf(post.channelid, userId);
      change.mentions += 1;
      change.rootMentions += isRoot ? 1 : 0;
      change.urgentMentions += isRoot && effects.urgent ? 1 : 0;
    }
  }

  const all = [...changes.values()];
  return [
    all.map((change) => change.channelId),
    all.map((change) => change.userId),
    all.map((change) => change.readAt),
    all.map((change) => change.messagesAfter),
    all.map((change) => change.rootsAfter),
    all.map((change) => change.mentions),
    all.map((change) => change.rootMentions),
    all.map((change) => change.urgentMentions),
  ];
}

function threadChanges(inserted: readonly InsertedPost[]): unknown[] {
  const threads = new Map<
    string,
    {channelId: string; teamId: string; replies: number; lastReplyAt: number; authors: Set<string>}
  >();
  for (const {post, effects} of inserted) {
    if (post.rootid === '') continue;
    const thread = threads.get(post.rootid) ?? {
      channelId: post.channelid,
      teamId: effects.thread?.teamId ?? '',
      replies: 0,
      lastReplyAt: 0,
      authors: new Set<string>(),
    };
    threads.set(post.rootid, thread);
    thread.replies += 1;
    thread.lastReplyAt = Math.max(thread.lastReplyAt, post.createat);
    // Added anew, so that the set ends with who wrote last.
    thread.authors.delete(post.userid);
    thread.authors.add(post.userid);
  }
  const all = [...threads.values()];
  return [
    [...threads.keys()],
    all.map((thread) => thread.channelId),
    all.map((thread) => thread.teamId),
    all.map((thread) => thread.replies),
    all.map((thread) => thread.lastReplyAt),
    all.map((thread) => JSON.stringify([...thread.authors])),
  ];
}

function followerChanges(inserted: readonly InsertedPost[]): unknown[] {
  const followers = new Map<
    string,
    {rootId: string; userId: string; readAt: number; mentions: number; updatedAt: number}
  >();
  for (const {post, effects} of inserted) {
    for (const {userId, hasRead, mentioned} of effects.thread?.followers ?? []) {
      const key = post.rootid + userId;
      const follower = followers.get(key) ?? {
        rootId: post.rootid,
        userId,
        readAt: 0,
        mentions: 0,
        updatedAt: 0,
      };
      followers.set(key, follower);
      if (hasRead) {
        follower.readAt = post.createat;
        follower.mentions = 0;
      }
      if (mentioned) follower.mentions += 1;
      follower.updatedAt = post.createat;
    }
  }
  const all = [...followers.values()];
  return [
    all.map((follower) => follower.rootId),
    all.map((follower) => follower.userId),
    all.map((follower) => follower.readAt),
    all.map((follower) => follower.updatedAt),
    all.map((follower) => follower.mentions),
  ];
}

// Channels are locked in the order of their ids, whatever way PostgreSQL goes through them, and before any membership:
// so does everybody else who locks several, and nobody waits in a circle.
const HELD_CHANNELS = `
  held as materialized (select Id from Channels where Id = any($11) order by Id for no key update),`;

const postsAndChannels = (severalChannels: boolean) => `
  with ${severalChannels ? HELD_CHANNELS : ''} post as (
    insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, RootId, Message, Type, Props, Hashtags, FileIds)
    select id, createat, createat, userid, channelid, rootid, message, type, props, hashtags, fileids
    from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
        $9::text[], $10::text[])
      as new (id, createat, userid, channelid, rootid, message, type, props, hashtags, fileids)
  ),
  channel as (
    update Channels c set
      TotalMsgCount = c.TotalMsgCount + change.messages,
      TotalMsgCountRoot = c.TotalMsgCountRoot + change.roots,
      LastPostAt = greatest(c.LastPostAt, change.lastpostat),
      LastRootPostAt = greatest(c.LastRootPostAt, change.lastrootpostat)
    from unnest($11::text[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])
      as change (channelid, messages, roots, lastpostat, lastrootpostat)
      ${severalChannels ? 'join held on held.Id = change.channelid' : ''}
    where c.Id = change.channelid
    returning c.Id, c.TotalMsgCount, c.TotalMsgCountRoot
  )`;

// What a member has read is counted from the channel's new totals: posts of others that are in the same statement
// and come later are not among it.
const MEMBERS = `
    update ChannelMembers m set
      LastViewedAt = greatest(m.LastViewedAt, change.readat),
      MsgCount = case when change.readat > 0 then channel.TotalMsgCount - change.messagesafter else m.MsgCount end,
      MsgCountRoot =
        case when change.readat > 0 then channel.TotalMsgCountRoot - change.rootsafter else m.MsgCountRoot end,
      MentionCount = case when change.readat > 0 then 0 else m.MentionCount end + change.mentions,
      MentionCountRoot = case when change.readat > 0 then 0 else m.MentionCountRoot end + change.rootmentions,
      UrgentMentionCount = case when change.readat > 0 then 0 else m.UrgentMentionCount end + change.urgentmentions
    from unnest($16::text[], $17::text[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[],
          $23::bigint[])
        as change (channelid, userid, readat, messagesafter, rootsafter, mentions, rootmentions, urgentmentions)
      join channel on channel.Id = change.channelid
    where m.ChannelId = change.channelid and m.UserId = change.userid`;

const INSERT_ROOTS = `${postsAndChannels(false)} ${MEMBERS}`;
const INSERT_ROOTS_TO_CHANNELS = `${postsAndChannels(true)} ${MEMBERS}`;

const insertReplies = (severalChannels: boolean) => `${postsAndChannels(severalChannels)},
  member as (${MEMBERS}),
  reply as (
    select *
    from unnest($24::text[], $25::text[], $26::text[], $27::bigint[], $28::bigint[], $29::jsonb[])
      as change (rootid, channelid, teamid, replies, lastreplyat, authors)
  ),
  root as (
    update Posts p set UpdateAt = greatest(p.UpdateAt, reply.lastreplyat) from reply where p.Id = reply.rootid
  ),
  follower as (
    insert into ThreadMemberships as f (PostId, UserId, Following, LastViewed, LastUpdated, UnreadMentions)
    select rootid, userid, true, readat, updatedat, mentions
    from unnest($30::text[], $31::text[], $32::bigint[], $33::bigint[], $34::bigint[])
      as change (rootid, userid, readat, updatedat, mentions)
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
        limit $35
      ) as latest
    )
  returning PostId, ReplyCount`;

const INSERT_REPLIES = insertReplies(false);
const INSERT_REPLIES_TO_CHANNELS = insertReplies(true);

/** What a reply needs to know of the post that it answers. */
export interface ThreadRootRow {
  id: string;
  /** The first post of the thread: the post itself, or the one that it answers. */
  threadid: string;
  channelid: string;
  deleteat: number;
  /** The author of the thread's first post. */
  rootuserid: string;
  rootdeleteat: number;
  participants: string[] | null;
  followers: string[];
  /** Who has decided against following it. */
  unfollowers: string[];
  /** Whether the author of the reply sees replies collapsed: `on`, `off`, or null for no choice. */
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

/** The channel's members whose accounts are active; of these users only, if there are any given. */
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
