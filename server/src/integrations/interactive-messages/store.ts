import type {Queryable} from '../../platform/database/queryable.ts';
import type {IssuedTrigger} from '../trigger-ids/trigger-ids.ts';

/** What of a post an action needs. */
export interface ActionPostRow {
  channelid: string;
  rootid: string;
  userid: string;
  props: Record<string, unknown>;
  /** Of the channel's team in addresses; null where there is none. */
  teamname: string | null;
}

/**
 * Finds a post and, if it is there, stores the trigger that the integration of one of its actions is told: in one
 * statement, because whoever pressed waits for each. Whether that user may is checked after it: until the trigger's id
 * has been told to somebody, the row is of no use.
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
