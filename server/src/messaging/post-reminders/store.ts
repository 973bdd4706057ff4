import type {Queryable, Transaction} from '../../platform/database/queryable.ts';

/**
 * Sets or changes the time of the user's reminder for the post. Returns false if it would be new and the user already has
 * `max` reminders.
 */
export async function upsertReminder(
  db: Queryable,
  {postId, userId, targetTime}: {postId: string; userId: string; targetTime: number},
  max: number,
): Promise<boolean> {
  const count = await db.execute({
    text: `
      insert into PostReminders (PostId, UserId, TargetTime)
      select $1::text, $2::text, $3::bigint
      where (select count(*) from PostReminders where UserId = $2::text) < $4
        or exists (select from PostReminders where UserId = $2::text and PostId = $1::text)
      on conflict (PostId, UserId) do update set TargetTime = excluded.TargetTime`,
    values: [postId, userId, targetTime, max],
  });
  return count > 0;
}

/** A due reminder; names are null if the post or its author no longer exists. */
export interface DueReminder {
  postid: string;
  userid: string;
  channelid: string | null;
  authorname: string | null;
  teamname: string | null;
}

/** A due reminder, locked until the end of the transaction. */
export function lockDueReminder(tx: Transaction, nowSeconds: number): Promise<DueReminder | undefined> {
  return tx.row<DueReminder>({
    text: `
      select r.PostId, r.UserId, p.ChannelId, u.Username as authorname, t.Name as teamname
      from PostReminders r
        left join Posts p on p.Id = r.PostId and p.DeleteAt = 0
        left join Users u on u.Id = p.UserId
        left join Channels c on c.Id = p.ChannelId
        left join Teams t on t.Id = c.TeamId
      where r.TargetTime <= $1
      order by r.TargetTime limit 1
      for update of r skip locked`,
    values: [nowSeconds],
  });
}

export async function deleteReminder(db: Queryable, postId: string, userId: string): Promise<void> {
  await db.execute({
    text: 'delete from PostReminders where PostId = $1 and UserId = $2',
    values: [postId, userId],
  });
}

/** The user's reminders for posts that still exist, by time. */
export function selectReminders(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<{postid: string; targettime: number}[]> {
  return db.rows({
    text: `
      select r.PostId, r.TargetTime from PostReminders r join Posts p on p.Id = r.PostId and p.DeleteAt = 0
      where r.UserId = $1 order by r.TargetTime, r.PostId limit $2`,
    values: [userId, limit],
  });
}
