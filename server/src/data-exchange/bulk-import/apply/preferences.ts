import type {Queryable} from '../../../platform/database/queryable.ts';

/** A preference of a user. */
export interface NewPreference {
  userId: string;
  category: string;
  name: string;
  value: string;
}

/**
 * Sets preferences in the order of their keys, and returns the users whose preferences changed. The last of several
 * with the same key wins.
 */
export async function setPreferences(
  db: Queryable,
  preferences: readonly NewPreference[],
): Promise<{userid: string}[]> {
  if (preferences.length === 0) return [];
  const byKey = new Map(preferences.map((it) => [`${it.userId} ${it.category} ${it.name}`, it]));
  const all = [...byKey.values()];
  return db.rows<{userid: string}>({
    name: 'import-preferences',
    text: `
      insert into Preferences as p (UserId, Category, Name, Value)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (userid, category, name, value)
      order by userid, category, name
      on conflict (UserId, Category, Name) do update set Value = excluded.Value where p.Value <> excluded.Value
      returning UserId`,
    values: [
      all.map((it) => it.userId),
      all.map((it) => it.category),
      all.map((it) => it.name),
      all.map((it) => it.value),
    ],
  });
}
