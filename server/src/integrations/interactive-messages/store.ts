import type {Queryable} from '../../platform/database/queryable.ts';
import type {IssuedTrigger} from '../trigger-ids/trigger-ids.ts';

/** The data of a post that an action needs. */
export interface ActionPostRow {
  channelid: string;
  rootid: string;
  userid: string;
  props: Record<string, unknown>;
  /** The team name in URLs; null for a channel without a team. */
  teamname: string | null;
}

/**
 * Finds a post and stores a trigger for one of its actions, in one statement to save time. Permissions are checked
 * afterwards: the row is useless until someone receives the trigger's id.
 */
export function beginAction(
  db: Queryable,
  postId: string,
  {clientTriggerId, createAt}: Pick<IssuedTrigger, 'clientTriggerId' | 'createAt'>,
  userId: string,
): Promise<ActionPostRow | undefined> {
  return db.row<ActionPostRow>({
    name: 'action-begin',
    text: `
      with post as (
        select p.ChannelId, p.RootId, p.UserId, p.Props, c.TeamId, t.Name as teamname
        from Posts p join Channels c on c.Id = p.ChannelId left join Teams t on t.Id = c.TeamId
        where p.Id = $1 and p.DeleteAt = 0
      ), issued as (
        insert into Triggers (ClientId, UserId, ChannelId, TeamId, CreateAt)
        select $2, $3, ChannelId, TeamId, $4::bigint from post
      )
      select ChannelId, RootId, UserId, Props, teamname from post`,
    values: [postId, clientTriggerId, userId, createAt],
  });
}
