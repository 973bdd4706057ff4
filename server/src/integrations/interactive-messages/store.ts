import type {Queryable} from '../../platform/database/queryable.ts';

/** What of a post an action needs. */
export interface ActionPostRow {
  channelid: string;
  rootid: string;
  userid: string;
  props: Record<string, unknown>;
  /** Of the channel's team in addresses; null where there is none. */
  teamname: string | null;
}

export function selectActionPost(db: Queryable, postId: string): Promise<ActionPostRow | undefined> {
  return db.row<ActionPostRow>({
    name: 'action-post',
    text: `
      select p.ChannelId, p.RootId, p.UserId, p.Props, t.Name as teamname
      from Posts p join Channels c on c.Id = p.ChannelId left join Teams t on t.Id = c.TeamId
      where p.Id = $1 and p.DeleteAt = 0`,
    values: [postId],
  });
}
