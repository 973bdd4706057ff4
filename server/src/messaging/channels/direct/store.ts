import type {Queryable} from '../../../platform/database/queryable.ts';

export function selectNamesOfUsers(
  db: Queryable,
  userIds: readonly string[],
): Promise<{id: string; username: string}[]> {
  return db.rows({text: 'select Id, Username from Users where Id = any($1)', values: [userIds]});
}

/** Whether both users are in one team, or one of them is a bot. */
export async function haveTeamInCommon(db: Queryable, userIdA: string, userIdB: string): Promise<boolean> {
  const row = await db.row<{common: boolean}>({
    text: `
      select exists (select from Bots where UserId in ($1, $2)) or exists (
        select from TeamMembers a
          join TeamMembers b on b.TeamId = a.TeamId
          join Teams t on t.Id = a.TeamId
        where a.UserId = $1 and b.UserId = $2 and a.DeleteAt = 0 and b.DeleteAt = 0 and t.DeleteAt = 0) as common`,
    values: [userIdA, userIdB],
  });
  return row!.common;
}
