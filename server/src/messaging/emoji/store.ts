import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {EMOJI} from '../tables/tables.ts';

export interface EmojiRow extends RowOf<typeof EMOJI> {}

export function selectEmoji(db: Queryable, id: string): Promise<EmojiRow | undefined> {
  return db.row<EmojiRow>({
    name: 'emoji-by-id',
    text: 'select * from Emoji where Id = $1 and DeleteAt = 0',
    values: [id],
  });
}

export function selectEmojiByNames(db: Queryable, names: readonly string[]): Promise<EmojiRow[]> {
  return db.rows<EmojiRow>({
    name: 'emoji-by-names',
    text: 'select * from Emoji where Name = any($1) and DeleteAt = 0 order by Name',
    values: [names],
  });
}

export function selectEmojiPage(
  db: Queryable,
  {offset, limit}: {offset: number; limit: number},
  byName: boolean,
): Promise<EmojiRow[]> {
  const order = byName ? sql`Name` : sql`CreateAt, Id`;
  return db.rows<EmojiRow>(
    sql`select * from Emoji where DeleteAt = 0 order by ${order} limit ${limit} offset ${offset}`,
  );
}

/** Emoji whose name contains the term, ignoring case, or, with `prefixOnly`, starts with it. */
export function searchEmoji(
  db: Queryable,
  term: string,
  {prefixOnly, limit}: {prefixOnly: boolean; limit: number},
): Promise<EmojiRow[]> {
  const literal = term.replace(/[\\%_]/g, '\\$&');
  return db.rows<EmojiRow>({
    text: 'select * from Emoji where Name ilike $1 and DeleteAt = 0 order by Name limit $2',
    values: [`${prefixOnly ? '' : '%'}${literal}%`, limit],
  });
}

/** Fails on `emoji_name_deleteat_key` if the name is taken. */
export function insertEmoji(db: Queryable, row: EmojiRow): Promise<void> {
  return insertRow(db, EMOJI, row);
}

/** Marks an emoji as deleted. Returns whether it existed. */
export async function markEmojiDeleted(db: Queryable, id: string, now: number): Promise<boolean> {
  const count = await db.execute({
    text: 'update Emoji set DeleteAt = $2, UpdateAt = $2 where Id = $1 and DeleteAt = 0',
    values: [id, now],
  });
  return count > 0;
}
