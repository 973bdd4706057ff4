import type {Queryable} from '../../../platform/database/queryable.ts';

/** The members of a channel, sorted by username. */
export function selectNamesOfMembers(
  db: Queryable,
  channelId: string,
): Promise<{id: string; username: string}[]> {
  return db.rows({
    text: `
      select u.Id, u.Username from ChannelMembers cm join Users u on u.Id = cm.UserId
      where cm.ChannelId = $1 order by u.Username`,
    values: [channelId],
  });
}

export function selectNamesOfUsers(
  db: Queryable,
  userIds: readonly string[],
): Promise<{id: string; username: string}[]> {
  return db.rows({text: 'select Id, Username from Users where Id = any($1)', values: [userIds]});
}
