import type {Queryable} from '../../../../platform/database/queryable.ts';

/** The columns of an existing post that an import needs. */
export interface ExistingPostRow {
  /** The index of the post in the query. */
  place: number;
  id: string;
  userid: string;
  deleteat: number;
  hasreactions: boolean;
  /** The post was edited since: an earlier version matched, and `id` is the current post. */
  edited: boolean;
}

// Earlier versions of an edited post are separate rows that refer to the post.
const EXISTING = `
  w.place::integer - 1 as place, coalesce(nullif(p.OriginalId, ''), p.Id) as id, p.UserId, p.HasReactions,
  case p.OriginalId when '' then p.DeleteAt else 0 end as deleteat, p.OriginalId <> '' as edited`;

/** Finds posts that are not replies, by channel, time and message. */
export function selectExistingPosts(
  db: Queryable,
  posts: readonly {channel: {id: string}; createAt: number; message: string}[],
): Promise<ExistingPostRow[]> {
  return db.rows<ExistingPostRow>({
    name: 'import-existing-posts',
    text: `
      select ${EXISTING}
      from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality as w (channelid, createat, message, place)
        join Posts p on p.ChannelId = w.channelid and p.CreateAt = w.createat and p.Message = w.message
      where p.RootId = ''
      order by p.OriginalId <> '', p.Id`,
    values: [
      posts.map(({channel}) => channel.id),
      posts.map(({createAt}) => createAt),
      posts.map(({message}) => message),
    ],
  });
}

/** Finds replies by parent, time and message. */
export function selectExistingReplies(
  db: Queryable,
  replies: readonly {rootId: string; createAt: number; message: string}[],
): Promise<ExistingPostRow[]> {
  return db.rows<ExistingPostRow>({
    name: 'import-existing-replies',
    text: `
      select ${EXISTING}
      from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality as w (rootid, createat, message, place)
        join Posts p on p.RootId = w.rootid and p.CreateAt = w.createat and p.Message = w.message
      where p.RootId <> ''
      order by p.OriginalId <> '', p.Id`,
    values: [
      replies.map(({rootId}) => rootId),
      replies.map(({createAt}) => createAt),
      replies.map(({message}) => message),
    ],
  });
}

export interface ChannelChange {
  channelId: string;
  messages: number;
  roots: number;
  lastPostAt: number;
  lastRootPostAt: number;
}

/** Adds new posts to the counters of their channels. Locks the channels in order of id. */
export async function incrementChannelCounters(
  db: Queryable,
  changes: readonly ChannelChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const ordered = changes.toSorted((a, b) => (a.channelId < b.channelId ? -1 : 1));
  const ids = ordered.map(({channelId}) => channelId);
  if (ids.length > 1) {
    await db.execute({
      name: 'import-lock-channels',
      text: 'select from Channels where Id = any($1) order by Id for no key update',
      values: [ids],
    });
  }
  await db.execute({
    name: 'import-raise-channels',
    text: `
      update Channels c set
        TotalMsgCount = c.TotalMsgCount + change.messages,
        TotalMsgCountRoot = c.TotalMsgCountRoot + change.roots,
        LastPostAt = greatest(c.LastPostAt, change.lastpostat),
        LastRootPostAt = greatest(c.LastRootPostAt, change.lastrootpostat)
      from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
        as change (channelid, messages, roots, lastpostat, lastrootpostat)
      where c.Id = change.channelid`,
    values: [
      ids,
      ordered.map(({messages}) => messages),
      ordered.map(({roots}) => roots),
      ordered.map(({lastPostAt}) => lastPostAt),
      ordered.map(({lastRootPostAt}) => lastRootPostAt),
    ],
  });
}

/** New replies of an existing thread. */
export interface ThreadChange {
  rootId: string;
  channelId: string;
  teamId: string;
  replies: number;
  lastReplyAt: number;
  /** Ids of users; the most recent author is last. */
  authors: readonly string[];
}

// The number of recent participants that a thread keeps.
export const MAX_PARTICIPANTS = 100;

/** Adds replies to existing threads, and updates the first posts so that clients fetch them again. */
export async function updateThreads(
  db: Queryable,
  threads: readonly ThreadChange[],
  now: number,
): Promise<void> {
  if (threads.length === 0) return;
  const ordered = threads.toSorted((a, b) => (a.rootId < b.rootId ? -1 : 1));
  // Locks the post before the thread, as posting does.
  await db.execute({
    text: 'update Posts set UpdateAt = greatest(UpdateAt, $2) where Id = any($1)',
    values: [ordered.map(({rootId}) => rootId), now],
  });
  await db.execute({
    text: `
      insert into Threads as t (PostId, ChannelId, ThreadTeamId, ReplyCount, LastReplyAt, Participants)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::jsonb[])
      on conflict (PostId) do update set
        ReplyCount = t.ReplyCount + excluded.ReplyCount,
        LastReplyAt = greatest(t.LastReplyAt, excluded.LastReplyAt),
        Participants = (
          select jsonb_agg(person order by place)
          from (
            select person, max(place) as place
            from (
              select person, place + jsonb_array_length(excluded.Participants) as place
              from jsonb_array_elements_text(t.Participants) with ordinality as old (person, place)
              where t.LastReplyAt > excluded.LastReplyAt
              union all
              select person, place - jsonb_array_length(t.Participants)
              from jsonb_array_elements_text(t.Participants) with ordinality as old (person, place)
              where t.LastReplyAt <= excluded.LastReplyAt
              union all
              select person, place from jsonb_array_elements_text(excluded.Participants) with ordinality as new (person, place)
            ) as written
            group by person
            order by place desc
            limit ${MAX_PARTICIPANTS}
          ) as latest
        )`,
    values: [
      ordered.map(({rootId}) => rootId),
      ordered.map(({channelId}) => channelId),
      ordered.map(({teamId}) => teamId),
      ordered.map(({replies}) => replies),
      ordered.map(({lastReplyAt}) => lastReplyAt),
      ordered.map(({authors}) => JSON.stringify(authors)),
    ],
  });
}

/** Adds missing reactions, and returns the posts that they were added to. */
export function insertReactions(
  db: Queryable,
  reactions: readonly {
    postId: string;
    channelId: string;
    userId: string;
    emojiName: string;
    createAt: number;
  }[],
): Promise<{postid: string}[]> {
  return db.rows<{postid: string}>({
    name: 'import-reactions',
    text: `
      insert into Reactions as r (PostId, UserId, EmojiName, CreateAt, UpdateAt, ChannelId)
      select postid, userid, emojiname, createat, createat, channelid
      from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
        as new (postid, userid, emojiname, createat, channelid)
      order by postid, userid, emojiname
      on conflict (PostId, UserId, EmojiName) do update
        set DeleteAt = 0, UpdateAt = $6 where r.DeleteAt > 0
      returning PostId`,
    values: [
      reactions.map(({postId}) => postId),
      reactions.map(({userId}) => userId),
      reactions.map(({emojiName}) => emojiName),
      reactions.map(({createAt}) => createAt),
      reactions.map(({channelId}) => channelId),
      Date.now(),
    ],
  });
}

/** Sets the flag for reactions on posts. */
export async function markReactedTo(db: Queryable, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await db.execute({
    text: 'update Posts set HasReactions = true, UpdateAt = greatest(UpdateAt, $2) where Id = any($1)',
    values: [ids, now],
  });
}

/** A follower of a thread. Undefined values keep what is stored. */
export interface Follower {
  postId: string;
  userId: string;
  lastViewed: number | undefined;
  unreadMentions: number | undefined;
}

/**
 * Adds followers to threads. What a follower has read since the file was created stays read
 * (docs/specification.md#members-schemes-and-threads).
 */
export async function follow(db: Queryable, followers: readonly Follower[], now: number): Promise<void> {
  if (followers.length === 0) return;
  await db.execute({
    text: `
      insert into ThreadMemberships as m (PostId, UserId, Following, LastViewed, LastUpdated, UnreadMentions)
      select postid, userid, true, coalesce(lastviewed, 0), $5, coalesce(unreadmentions, 0)
      from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as new (postid, userid, lastviewed, unreadmentions)
      order by postid, userid
      on conflict (PostId, UserId) do update set
        Following = true, LastUpdated = $5,
        LastViewed = greatest(m.LastViewed, excluded.LastViewed),
        UnreadMentions = case when excluded.LastViewed > 0 then excluded.UnreadMentions else m.UnreadMentions end
      where m.LastViewed <= excluded.LastViewed
        and row(m.Following, m.LastViewed, m.UnreadMentions) is distinct from row(true, greatest(m.LastViewed, excluded.LastViewed),
          case when excluded.LastViewed > 0 then excluded.UnreadMentions else m.UnreadMentions end)`,
    values: [
      followers.map(({postId}) => postId),
      followers.map(({userId}) => userId),
      followers.map(({lastViewed}) => lastViewed ?? null),
      followers.map(({unreadMentions}) => unreadMentions ?? null),
      now,
    ],
  });
}
