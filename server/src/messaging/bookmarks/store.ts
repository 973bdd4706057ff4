import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {CHANNEL_BOOKMARKS} from '../tables/tables.ts';

export interface BookmarkRow extends RowOf<typeof CHANNEL_BOOKMARKS> {}

/** The maximum number of bookmarks in a list, because anyone can delete and add bookmarks. */
const MAX_LISTED = 1000;

/**
 * A channel's bookmarks in order. With `since` (milliseconds), only bookmarks changed since then, including deleted
 * ones, and only the last {@link MAX_LISTED} of them.
 */
export function selectBookmarks(db: Queryable, channelId: string, since: number): Promise<BookmarkRow[]> {
  return db.rows<BookmarkRow>({
    text: `
      select * from (
        select * from ChannelBookmarks
        where ChannelId = $1 and case when $2::bigint > 0 then UpdateAt >= $2 else DeleteAt = 0 end
        order by UpdateAt desc limit $3) as b
      order by SortOrder, CreateAt, Id`,
    values: [channelId, since, MAX_LISTED],
  });
}

/** A channel's bookmarks in order, locked until the end of the transaction. */
export async function lockBookmarks(tx: Transaction, channelId: string): Promise<BookmarkRow[]> {
  await tx.execute({
    text: `select pg_advisory_xact_lock(hashtextextended('bookmarks ' || $1, 0))`,
    values: [channelId],
  });
  return selectBookmarks(tx, channelId, 0);
}

export async function insertBookmark(
  db: Queryable,
  row: Pick<
    BookmarkRow,
    | 'id'
    | 'ownerid'
    | 'channelid'
    | 'createat'
    | 'displayname'
    | 'sortorder'
    | 'linkurl'
    | 'imageurl'
    | 'emoji'
    | 'type'
    | 'fileinfoid'
  >,
): Promise<BookmarkRow> {
  const inserted = await db.row<BookmarkRow>({
    text: `
      insert into ChannelBookmarks (Id, OwnerId, ChannelId, CreateAt, UpdateAt, DisplayName, SortOrder, LinkUrl,
        ImageUrl, Emoji, Type, FileInfoId)
      values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11) returning *`,
    values: [
      row.id,
      row.ownerid,
      row.channelid,
      row.createat,
      row.displayname,
      row.sortorder,
      row.linkurl,
      row.imageurl,
      row.emoji,
      row.type,
      row.fileinfoid,
    ],
  });
  return inserted!;
}

/** Writes the editable fields of a bookmark and whether it is deleted. */
export async function updateBookmark(db: Queryable, row: BookmarkRow): Promise<void> {
  await db.execute({
    text: `
      update ChannelBookmarks set UpdateAt = $2, DeleteAt = $3, DisplayName = $4, LinkUrl = $5, ImageUrl = $6,
        Emoji = $7, FileInfoId = $8, OwnerId = $9
      where Id = $1`,
    values: [
      row.id,
      row.updateat,
      row.deleteat,
      row.displayname,
      row.linkurl,
      row.imageurl,
      row.emoji,
      row.fileinfoid,
      row.ownerid,
    ],
  });
}

/** Deletes the rows of bookmarks that were deleted before a time in milliseconds. */
export async function purgeBookmarks(db: Queryable, before: number): Promise<void> {
  await db.execute({
    text: 'delete from ChannelBookmarks where DeleteAt > 0 and DeleteAt < $1',
    values: [before],
  });
}

/** Numbers bookmarks from 0 in the order of these ids. */
export async function updateOrder(db: Queryable, ids: readonly string[], now: number): Promise<void> {
  await db.execute({
    text: `
      update ChannelBookmarks b set SortOrder = place - 1, UpdateAt = $2
      from unnest($1::text[]) with ordinality as wanted (id, place)
      where b.Id = wanted.id and b.SortOrder <> place - 1`,
    values: [ids, now],
  });
}
