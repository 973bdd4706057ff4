import type {Queryable} from '../../platform/database/queryable.ts';

/** The usernames of existing users by id. */
export function selectUsernames(
  db: Queryable,
  ids: readonly string[],
): Promise<{id: string; username: string}[]> {
  return db.rows({
    name: 'usernames-by-ids',
    text: 'select Id, Username from Users where Id = any($1)',
    values: [ids],
  });
}
