import type {Queryable} from '../../platform/database/queryable.ts';

/** Usernames by id, of those ids that are users'. */
export async function selectUsernames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{id: string; username: string}>({
    name: 'usernames-by-ids',
    text: 'select Id, Username from Users where Id = any($1)',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row.username]));
}
