import type {Queryable} from '../../platform/database/queryable.ts';

/** What of a post an action needs. */
export interface ActionPostRow {
  channelid: string;
  rootid: string;
  userid: string;
  props: Record<string, unknown>;
}

export function selectActionPost(db: Queryable, postId: string): Promise<ActionPostRow | undefined> {
  return db.row<ActionPostRow>({
    name: 'action-post',
    text: `select ChannelId, RootId, UserId, Props from Posts where Id = $1 and DeleteAt = 0`,
    values: [postId],
  });
}
