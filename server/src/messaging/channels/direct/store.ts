import type {Queryable} from '../../../platform/database/queryable.ts';

export function selectNamesOfUsers(
  db: Queryable,
  userIds: readonly string[],
): Promise<{id: string; username: string}[]> {
  return db.rows({text: 'select Id, Username from Users where Id = any($1)', values: [userIds]});
}
