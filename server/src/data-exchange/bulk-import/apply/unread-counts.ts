import type {Database} from '../../../platform/database/database.ts';

/**
 * Marks channels as read for members who viewed them after their newest post, so that older history from an import is
 * not unread. The condition holds for all members at any time, so this can run repeatedly.
 */
export async function markSeenChannelsRead(database: Database): Promise<void> {
  for (let after = ''; ; ) {
    // A few channels at a time, so that no one waits long for a row lock.
    const channels = await database.rows<{id: string}>({
      text: 'select Id from Channels where Id > $1 and TotalMsgCount > 0 order by Id limit 500',
      values: [after],
    });
    if (channels.length === 0) return;
    after = channels.at(-1)!.id;
    await database.execute({
      text: `
        update ChannelMembers m
        set MsgCount = c.TotalMsgCount, MsgCountRoot = c.TotalMsgCountRoot
        from Channels c
        where c.Id = any($1) and m.ChannelId = c.Id and m.LastViewedAt >= c.LastPostAt
          and (m.MsgCount < c.TotalMsgCount or m.MsgCountRoot < c.TotalMsgCountRoot)`,
      values: [channels.map(({id}) => id)],
    });
  }
}
