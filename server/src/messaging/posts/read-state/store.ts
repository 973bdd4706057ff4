import type {Queryable} from '../../../platform/database/queryable.ts';

/** A member's unread counts since a time. */
export interface UnreadRow {
  messages: number;
  roots: number;
}

/** Counts the channel's messages since a time. */
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

/** The data of a post that determines whom it mentions. */
export interface MentioningRow {
  userid: string;
  rootid: string;
  message: string;
  type: string;
  props: Record<string, unknown>;
  urgent: boolean;
}

/** The channel's posts since a time, except those by this user, oldest first. */
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

/** Replies in a thread that were created after a time, except those by this user, oldest first. */
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

/** Records that the user acknowledged the post, unless they already did. Returns the time. */
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
