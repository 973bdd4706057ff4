import type {Queryable} from '../../../platform/database/queryable.ts';
import {type PostRow, SELECT_POSTS_TEXT} from '../store.ts';

/** The post as it is, which nobody else changes before the transaction has ended. */
export async function lockPost(db: Queryable, id: string): Promise<PostRow | undefined> {
  return db.row<PostRow>({text: `${SELECT_POSTS_TEXT} where p.Id = $1 for no key update of p`, values: [id]});
}

/** Keeps the post as it is now under an id of its own: it counts as deleted, and names the post that it was. */
export async function insertFormerText(
  db: Queryable,
  {id, formerId, now}: {id: string; formerId: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      insert into Posts (Id, CreateAt, UpdateAt, EditAt, DeleteAt, IsPinned, UserId, ChannelId, RootId, OriginalId,
        Message, Type, Props, Hashtags, Filenames, FileIds, HasReactions, RemoteId)
      select $2, CreateAt, $3, EditAt, $3, IsPinned, UserId, ChannelId, RootId, Id,
        Message, Type, Props, Hashtags, Filenames, FileIds, HasReactions, RemoteId
      from Posts where Id = $1`,
    values: [id, formerId, now],
  });
}

export interface PostChange {
  message: string;
  hashtags: string;
  props: Record<string, unknown>;
  /** A JSON list. */
  fileids: string;
  ispinned: boolean;
  editat: number;
  updateat: number;
}

export async function updatePost(db: Queryable, id: string, change: PostChange): Promise<void> {
  await db.execute({
    text: `
      update Posts set Message = $2, Hashtags = $3, Props = $4, IsPinned = $5, EditAt = $6, UpdateAt = $7,
        FileIds = $8
      where Id = $1`,
    values: [
      id,
      change.message,
      change.hashtags,
      JSON.stringify(change.props),
      change.ispinned,
      change.editat,
      change.updateat,
      change.fileids,
    ],
  });
}

/** Earlier texts of a post, the latest first. */
export function selectFormerTexts(db: Queryable, id: string): Promise<PostRow[]> {
  return db.rows<PostRow>({
    text: `${SELECT_POSTS_TEXT} where p.OriginalId = $1 and p.OriginalId <> '' order by p.UpdateAt desc, p.Id`,
    values: [id],
  });
}

/** Marks a post as deleted, and all replies with the first post of a thread; the ids of all of them. */
export async function markDeleted(
  db: Queryable,
  {id, deletedBy, now}: {id: string; deletedBy: string; now: number},
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      update Posts set DeleteAt = $3, UpdateAt = $3, Props = Props || jsonb_build_object('deleteBy', $2::text)
      where (Id = $1 or (RootId = $1 and RootId <> '')) and DeleteAt = 0
      returning Id`,
    values: [id, deletedBy, now],
  });
  return rows.map((row) => row.id);
}

/** Nobody has saved these posts any more. */
export async function deleteFlags(db: Queryable, postIds: readonly string[]): Promise<void> {
  await db.execute({
    text: `delete from Preferences where Category = 'flagged_post' and Name = any($1)`,
    values: [postIds],
  });
}

export async function markThreadDeleted(db: Queryable, rootId: string, now: number): Promise<void> {
  await db.execute({text: 'update Threads set ThreadDeleteAt = $2 where PostId = $1', values: [rootId, now]});
}

/** Counts a thread anew from its replies: after one was deleted. */
export async function recountThread(db: Queryable, rootId: string): Promise<void> {
  await db.execute({
    text: `
      update Threads t set
        ReplyCount = counted.replies,
        LastReplyAt = counted.lastreplyat,
        Participants = (
          select coalesce(jsonb_agg(person order by place), '[]')
          from jsonb_array_elements_text(t.Participants) with ordinality as written (person, place)
          where exists (select from Posts p where p.RootId = $1 and p.DeleteAt = 0 and p.UserId = person)
        )
      from (
        select count(*) as replies, coalesce(max(CreateAt), 0) as lastreplyat
        from Posts where RootId = $1 and RootId <> '' and DeleteAt = 0
      ) as counted
      where t.PostId = $1`,
    values: [rootId],
  });
}

/** What a member has not read from a time on. */
export interface UnreadRow {
  messages: number;
  roots: number;
}

/** Counts the channel's messages from a time on. */
export async function countMessagesFrom(
  db: Queryable,
  {channelId, from, uncountedTypes}: {channelId: string; from: number; uncountedTypes: readonly string[]},
): Promise<UnreadRow> {
  const row = await db.row<UnreadRow>({
    text: `
      select count(*) as messages, count(*) filter (where RootId = '') as roots
      from Posts
      where ChannelId = $1 and CreateAt >= $2 and DeleteAt = 0 and Type <> all($3)`,
    values: [channelId, from, uncountedTypes],
  });
  return row!;
}

/** A post as far as it can mention somebody. */
export interface MentioningRow {
  userid: string;
  rootid: string;
  message: string;
  type: string;
  props: Record<string, unknown>;
  urgent: boolean;
}

/** The channel's posts from a time on, by others than this user; the oldest first. */
export function selectPostsByOthers(
  db: Queryable,
  {channelId, from, userId, limit}: {channelId: string; from: number; userId: string; limit: number},
): Promise<MentioningRow[]> {
  return db.rows<MentioningRow>({
    text: `
      select p.UserId, p.RootId, p.Message, p.Type, p.Props, coalesce(pr.Priority = 'urgent', false) as urgent
      from Posts p left join PostsPriority pr on pr.PostId = p.Id
      where p.ChannelId = $1 and p.CreateAt >= $2 and p.DeleteAt = 0
        and (p.UserId <> $3 or p.Props ->> 'from_webhook' = 'true')
      order by p.CreateAt, p.Id limit $4`,
    values: [channelId, from, userId, limit],
  });
}

/** Replies of a thread made after a time, by others than this user; the oldest first. */
export function selectRepliesByOthers(
  db: Queryable,
  {rootId, after, userId, limit}: {rootId: string; after: number; userId: string; limit: number},
): Promise<MentioningRow[]> {
  return db.rows<MentioningRow>({
    text: `
      select UserId, RootId, Message, Type, Props, false as urgent from Posts
      where RootId = $1 and RootId <> '' and CreateAt > $2 and DeleteAt = 0 and UserId <> $3
      order by CreateAt, Id limit $4`,
    values: [rootId, after, userId, limit],
  });
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

/** Sets what the member has read to all but so many messages; undefined for who is no member. */
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

/** Notes that the user has acknowledged the post; the first time counts. When it was. */
export async function insertAcknowledgement(
  db: Queryable,
  {postId, userId, channelId, now}: {postId: string; userId: string; channelId: string; now: number},
): Promise<number> {
  const row = await db.row<{acknowledgedat: number}>({
    text: `
      insert into PostAcknowledgements as a (PostId, UserId, ChannelId, AcknowledgedAt) values ($1, $2, $3, $4)
      on conflict (PostId, UserId) do update set AcknowledgedAt =
        case when a.AcknowledgedAt = 0 then excluded.AcknowledgedAt else a.AcknowledgedAt end
      returning AcknowledgedAt`,
    values: [postId, userId, channelId, now],
  });
  return row!.acknowledgedat;
}

/** When the user acknowledged the post, in milliseconds; 0 for never. */
export async function selectAcknowledgedAt(db: Queryable, postId: string, userId: string): Promise<number> {
  const row = await db.row<{acknowledgedat: number}>({
    text: 'select AcknowledgedAt from PostAcknowledgements where PostId = $1 and UserId = $2',
    values: [postId, userId],
  });
  return row?.acknowledgedat ?? 0;
}

export async function deleteAcknowledgement(db: Queryable, postId: string, userId: string): Promise<void> {
  await db.execute({
    text: 'delete from PostAcknowledgements where PostId = $1 and UserId = $2',
    values: [postId, userId],
  });
}
