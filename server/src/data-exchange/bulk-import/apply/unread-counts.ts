import type {Database} from '../../../platform/database/database.ts';

/**
 * Whoever looked at a channel after its newest post has read all of it: history that an import put before that moment
 * is not unread. It holds of every member at any time, so that it can be said of all of them again and again.
 */
export async function markReadWhatWasSeen(database: Database): Promise<void> {
  for (let after = ''; ; ) {
    // Some channels at a time, so that nobody waits long for a row.
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
