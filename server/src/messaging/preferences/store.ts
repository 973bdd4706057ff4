import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {PREFERENCES} from '../tables/tables.ts';

export interface PreferenceRow extends RowOf<typeof PREFERENCES> {}

export function selectPreferences(db: Queryable, userId: string): Promise<PreferenceRow[]> {
  return db.rows<PreferenceRow>({
    name: 'preferences-of-user',
    text: 'select * from Preferences where UserId = $1 order by Category, Name',
    values: [userId],
  });
}

export function selectPreferencesOfCategory(
  db: Queryable,
  userId: string,
  category: string,
): Promise<PreferenceRow[]> {
  return db.rows<PreferenceRow>({
    name: 'preferences-of-category',
    text: 'select * from Preferences where UserId = $1 and Category = $2 order by Name',
    values: [userId, category],
  });
}

export function selectPreference(
  db: Queryable,
  userId: string,
  category: string,
  name: string,
): Promise<PreferenceRow | undefined> {
  return db.row<PreferenceRow>({
    name: 'preference',
    text: 'select * from Preferences where UserId = $1 and Category = $2 and Name = $3',
    values: [userId, category, name],
  });
}

/** Inserts or updates preferences. No two may have the same key. */
export async function upsertPreferences(db: Queryable, rows: readonly PreferenceRow[]): Promise<void> {
  await db.execute({
    name: 'preferences-upsert',
    // Sorted by key, so that concurrent writers of the same rows don't deadlock.
    text: `
      insert into Preferences (UserId, Category, Name, Value)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (userid, category, name, value)
      order by userid, category, name
      on conflict (UserId, Category, Name) do update set Value = excluded.Value
        where Preferences.Value is distinct from excluded.Value`,
    values: [
      rows.map((row) => row.userid),
      rows.map((row) => row.category),
      rows.map((row) => row.name),
      rows.map((row) => row.value),
    ],
  });
}

/** Inserts a preference unless the user already has it. */
export async function insertMissingPreference(db: Queryable, row: PreferenceRow): Promise<void> {
  await db.execute({
    name: 'preference-insert-missing',
    text: 'insert into Preferences (UserId, Category, Name, Value) values ($1, $2, $3, $4) on conflict do nothing',
    values: [row.userid, row.category, row.name, row.value],
  });
}

export async function deletePreferences(
  db: Queryable,
  userId: string,
  keys: readonly {category: string; name: string}[],
): Promise<void> {
  await db.execute({
    name: 'preferences-delete',
    text: `
      delete from Preferences p using unnest($2::text[], $3::text[]) as gone (category, name)
      where p.UserId = $1 and p.Category = gone.category and p.Name = gone.name`,
    values: [userId, keys.map((key) => key.category), keys.map((key) => key.name)],
  });
}

/** Removes these posts from the saved posts of all users. Returns the ids of the affected users. */
export async function deleteFlagsOfPosts(db: Queryable, postIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    text: `delete from Preferences where Category = 'flagged_post' and Name = any($1) returning UserId`,
    values: [postIds],
  });
  return [...new Set(rows.map((row) => row.userid))];
}

/** The channels of the posts among these that exist and are not deleted. */
export function selectChannelsOfPosts(
  db: Queryable,
  postIds: readonly string[],
): Promise<{id: string; channelid: string}[]> {
  return db.rows({
    name: 'preferences-channels-of-posts',
    text: 'select Id, ChannelId from Posts where Id = any($1) and DeleteAt = 0',
    values: [postIds],
  });
}
