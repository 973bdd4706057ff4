import type {Reader} from '../../platform/database/queryable.ts';

/** A mentioned user who is not in the channel. */
export interface AbsentUser {
  id: string;
  username: string;
  /** Whether the user is in the channel's team. */
  isinteam: boolean;
}

/**
 * Active users who are not in the channel, by username: users with these usernames, and members of these groups who are
 * in the team.
 */
export function selectAbsentUsers(
  db: Reader,
  {
    usernames,
    groupIds,
    teamId,
    channelId,
    limit,
  }: {
    usernames: readonly string[];
    groupIds: readonly string[];
    teamId: string;
    channelId: string;
    limit: number;
  },
): Promise<AbsentUser[]> {
  return db.rows<AbsentUser>({
    name: 'mention-prompts-absent',
    text: `
      with mentioned as (
        select Id from Users where Username = any($1)
        union
        select g.UserId from GroupMembers g join TeamMembers t on t.UserId = g.UserId
        where g.GroupId = any($2) and g.DeleteAt = 0 and t.TeamId = $3 and t.DeleteAt = 0
      )
      select u.Id, u.Username,
        exists (select from TeamMembers t where t.TeamId = $3 and t.UserId = u.Id and t.DeleteAt = 0) as isinteam
      from mentioned join Users u on u.Id = mentioned.Id
      where u.DeleteAt = 0
        and not exists (select from Bots b where b.UserId = u.Id)
        and not exists (select from ChannelMembers m where m.ChannelId = $4 and m.UserId = u.Id)
      order by u.Username limit $5`,
    values: [usernames, groupIds, teamId, channelId, limit],
  });
}
