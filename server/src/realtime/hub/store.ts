import type {Queryable} from '../../platform/database/queryable.ts';

/** A user's channels and teams. */
export interface MembershipsRow {
  userid: string;
  channelids: string[];
  teamids: string[];
}

/** The channels and teams of the users among these who have any. */
export function selectMemberships(db: Queryable, userIds: readonly string[]): Promise<MembershipsRow[]> {
  return db.rows<MembershipsRow>({
    name: 'realtime-belongings',
    text: `
      select wanted.UserId,
        array(select ChannelId from ChannelMembers m where m.UserId = wanted.UserId) as channelids,
        array(select TeamId from TeamMembers t where t.UserId = wanted.UserId and t.DeleteAt = 0) as teamids
      from unnest($1::text[]) as wanted (UserId)`,
    values: [userIds],
  });
}

/** The users among these who are members of the channel. */
export async function selectChannelMembers(
  db: Queryable,
  channelId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{userid: string}>({
    text: 'select UserId from ChannelMembers where ChannelId = $1 and UserId = any($2)',
    values: [channelId, userIds],
  });
  return new Set(rows.map((row) => row.userid));
}

/** The users among these who are members of the team. */
export async function selectTeamMembers(
  db: Queryable,
  teamId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{userid: string}>({
    text: 'select UserId from TeamMembers where TeamId = $1 and UserId = any($2) and DeleteAt = 0',
    values: [teamId, userIds],
  });
  return new Set(rows.map((row) => row.userid));
}
