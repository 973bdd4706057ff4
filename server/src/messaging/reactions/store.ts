import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {REACTIONS} from '../tables/tables.ts';

export interface ReactionRow
  extends Pick<RowOf<typeof REACTIONS>, 'userid' | 'postid' | 'emojiname' | 'createat'> {}

/** The data of a post that adding a reaction depends on. */
export interface ReactedPostRow {
  id: string;
  channelid: string;
}

/** The posts among these that are not deleted. */
export function selectReactedPosts(db: Queryable, postIds: readonly string[]): Promise<ReactedPostRow[]> {
  return db.rows<ReactedPostRow>({
    name: 'reactions-posts',
    text: 'select Id, ChannelId from Posts where Id = any($1) and DeleteAt = 0',
    values: [postIds],
  });
}

/** Locks the post's reactions until the end of the transaction. */
export async function lockPost(db: Queryable, postId: string): Promise<void> {
  await db.execute({text: 'select from Posts where Id = $1 for no key update', values: [postId]});
}

export function selectReaction(
  db: Queryable,
  {postId, userId, emojiName}: {postId: string; userId: string; emojiName: string},
): Promise<ReactionRow | undefined> {
  return db.row<ReactionRow>({
    text: `
      select UserId, PostId, EmojiName, CreateAt from Reactions
      where PostId = $1 and UserId = $2 and EmojiName = $3 and DeleteAt = 0`,
    values: [postId, userId, emojiName],
  });
}

/** The number of different emoji on the post, other than this one. */
export async function countOtherEmoji(db: Queryable, postId: string, emojiName: string): Promise<number> {
  const row = await db.row<{count: number}>({
    text: `
      select count(distinct EmojiName) as count from Reactions
      where PostId = $1 and EmojiName <> $2 and DeleteAt = 0`,
    values: [postId, emojiName],
  });
  return row!.count;
}

/** Adds or restores a reaction, and updates the post. */
export async function insertReaction(
  db: Queryable,
  {userid, postid, emojiname, createat}: ReactionRow,
  channelId: string,
): Promise<void> {
  await db.execute({
    text: `
      with reaction as (
        insert into Reactions (UserId, PostId, EmojiName, CreateAt, UpdateAt, ChannelId)
        values ($1, $2, $3, $4, $4, $5)
        on conflict (PostId, UserId, EmojiName) do update set CreateAt = $4, UpdateAt = $4, DeleteAt = 0
      )
      update Posts set HasReactions = true, UpdateAt = greatest(UpdateAt, $4) where Id = $2`,
    values: [userid, postid, emojiname, createat, channelId],
  });
}

/** Copies the reactions of a post to a new post that has none. Returns the copies. */
export async function copyReactions(
  db: Queryable,
  {fromId, toId, channelId, now}: {fromId: string; toId: string; channelId: string; now: number},
): Promise<ReactionRow[]> {
  const rows = await db.rows<ReactionRow>({
    text: `
      insert into Reactions (UserId, PostId, EmojiName, CreateAt, UpdateAt, ChannelId)
      select UserId, $2, EmojiName, CreateAt, $4, $3 from Reactions where PostId = $1 and DeleteAt = 0
      returning UserId, PostId, EmojiName, CreateAt`,
    values: [fromId, toId, channelId, now],
  });
  if (rows.length > 0) {
    await db.execute({
      text: 'update Posts set HasReactions = true, UpdateAt = greatest(UpdateAt, $2) where Id = $1',
      values: [toId, now],
    });
  }
  return rows;
}

/** Removes a reaction and returns it; undefined if there is none. */
export async function deleteReaction(
  db: Queryable,
  {postId, userId, emojiName}: {postId: string; userId: string; emojiName: string},
  now: number,
): Promise<ReactionRow | undefined> {
  const row = await db.row<ReactionRow>({
    text: `
      update Reactions set UpdateAt = $4, DeleteAt = $4
      where PostId = $1 and UserId = $2 and EmojiName = $3 and DeleteAt = 0
      returning UserId, PostId, EmojiName, CreateAt`,
    values: [postId, userId, emojiName, now],
  });
  if (row) {
    await db.execute({
      text: `
        update Posts set UpdateAt = greatest(UpdateAt, $2),
          HasReactions = exists (select from Reactions where PostId = $1 and DeleteAt = 0)
        where Id = $1`,
      values: [postId, now],
    });
  }
  return row;
}

/** The reactions of these posts, in the order in which they were added to each post. */
export function selectReactionsOfPosts(db: Queryable, postIds: readonly string[]): Promise<ReactionRow[]> {
  return db.rows<ReactionRow>({
    name: 'reactions-of-posts',
    text: `
      select UserId, PostId, EmojiName, CreateAt from Reactions
      where PostId = any($1) and DeleteAt = 0 order by CreateAt, UserId, EmojiName`,
    values: [postIds],
  });
}
