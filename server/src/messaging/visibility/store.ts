import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';

/**
 * SQL: the ids (`UserId`) of the viewer and of everyone who shares a channel with them. For many users. For a few,
 * {@link sharesChannel} is faster.
 */
export function selectVisibleIds(viewerId: string): SqlFragment {
  return sql`
    select theirs.UserId from ChannelMembers mine join ChannelMembers theirs on theirs.ChannelId = mine.ChannelId
    where mine.UserId = ${viewerId}
    union select ${viewerId}`;
}

/** SQL condition: the viewer shares a channel with the user in `column`. */
export function sharesChannel(viewerId: string, column: SqlFragment): SqlFragment {
  return sql`exists (
    select from ChannelMembers mine join ChannelMembers theirs on theirs.ChannelId = mine.ChannelId
    where mine.UserId = ${viewerId} and theirs.UserId = ${column})`;
}

/** The users among these who share a channel with the viewer. */
export async function selectSharingChannel(
  db: Queryable,
  viewerId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    name: 'users-sharing-channel',
    text: `
      select distinct theirs.UserId from ChannelMembers mine
        join ChannelMembers theirs on theirs.ChannelId = mine.ChannelId
      where mine.UserId = $1 and theirs.UserId = any($2)`,
    values: [viewerId, userIds],
  });
  return rows.map(({userid}) => userid);
}

/** Whether every one of these users is a bot or shares a team with the viewer. Always true if the viewer is a bot. */
export async function allShareTeam(
  db: Queryable,
  viewerId: string,
  userIds: readonly string[],
): Promise<boolean> {
  const stranger = await db.row({
    text: `
      select from unnest($2::text[]) as other (id)
      where not exists (select from Bots where UserId in ($1, other.id)) and not exists (
        select from TeamMembers a
          join TeamMembers b on b.TeamId = a.TeamId
          join Teams t on t.Id = a.TeamId
        where a.UserId = $1 and b.UserId = other.id and a.DeleteAt = 0 and b.DeleteAt = 0 and t.DeleteAt = 0)
      limit 1`,
    values: [viewerId, userIds],
  });
  return stranger === undefined;
}
