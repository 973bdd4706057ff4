import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {EMAIL_NOTIFICATIONS} from '../tables/tables.ts';

/** A message that a user may need an email about. */
export interface QueuedNotificationRow extends RowOf<typeof EMAIL_NOTIFICATIONS> {}

/** Adds the recipients of a new post. */
export async function insertEmailNotifications(
  tx: Queryable,
  postId: string,
  recipients: readonly {userId: string; mentioned: boolean}[],
  now: number,
): Promise<void> {
  await tx.execute({
    name: 'email-notifications-insert',
    text: `
      insert into EmailNotifications (UserId, PostId, CreateAt, Mentioned)
      select userid, $1, $2, mentioned from unnest($3::text[], $4::boolean[]) as new (userid, mentioned)`,
    values: [postId, now, recipients.map(({userId}) => userId), recipients.map(({mentioned}) => mentioned)],
  });
}

/** Puts messages back into the queue for a later email. */
export async function requeueEmailNotifications(
  db: Queryable,
  rows: readonly QueuedNotificationRow[],
): Promise<void> {
  await db.execute({
    name: 'email-notifications-return',
    text: `
      insert into EmailNotifications (UserId, PostId, CreateAt, Mentioned, NotBefore)
      select * from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bigint[])
      on conflict do nothing`,
    values: [
      rows.map((row) => row.userid),
      rows.map((row) => row.postid),
      rows.map((row) => row.createat),
      rows.map((row) => row.mentioned),
      rows.map((row) => row.notbefore),
    ],
  });
}

/** Postpones all messages of a user until a time in milliseconds; 0 ends the postponement. */
export async function postponeEmailNotifications(
  db: Queryable,
  userId: string,
  until: number,
): Promise<void> {
  await db.execute({
    name: 'email-notifications-postpone',
    text: 'update EmailNotifications set NotBefore = $2 where UserId = $1 and NotBefore <> $2',
    values: [userId, until],
  });
}

export interface DueUser {
  userid: string;
  /** Whether the user gets one email about all conversations. */
  batched: boolean;
}

/**
 * Users whose oldest message is due, or who have `bufferSize` messages. All times are in milliseconds.
 *
 * Without `batching`, every message waits for `delay`. With it, users who chose no interval wait for `defaultInterval`,
 * and the others for the interval they chose: `delay`, or at least `minInterval`. Excludes users whose messages are
 * postponed.
 */
export function selectDueUsers(
  db: Queryable,
  times: {
    now: number;
    delay: number;
    batching: boolean;
    defaultInterval: number;
    minInterval: number;
    bufferSize: number;
    limit: number;
  },
): Promise<DueUser[]> {
  return db.rows<DueUser>({
    name: 'email-notifications-due',
    text: `
      with waiting as (
        select UserId, min(CreateAt) as since, count(*) as messages from EmailNotifications
        group by UserId having max(NotBefore) <= $1
      ), chosen as (
        select w.*, case
          when not $3::boolean then $2::bigint
          when p.Value ~ '^[1-9][0-9]{0,4}$' then p.Value::bigint * 1000
          else $4::bigint end as pause
        from waiting w left join Preferences p
          on p.UserId = w.UserId and p.Category = 'notifications' and p.Name = 'email_interval'
      )
      select UserId, pause <> $2 as batched from chosen
      where since <= $1::bigint - case when pause = $2 then $2 else greatest(pause, $5::bigint) end
        or (pause <> $2 and messages >= $6)
      order by since limit $7`,
    values: [
      times.now,
      times.delay,
      times.batching,
      times.defaultInterval,
      times.minInterval,
      times.bufferSize,
      times.limit,
    ],
  });
}

/** Removes and returns the oldest queued messages of a user, except those that another server is processing. */
export function dequeueEmailNotifications(
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<QueuedNotificationRow[]> {
  return tx.rows<QueuedNotificationRow>({
    name: 'email-notifications-take',
    text: `
      with taken as (
        select PostId from EmailNotifications where UserId = $1
        order by CreateAt, PostId limit $2 for update skip locked
      )
      delete from EmailNotifications n using taken where n.UserId = $1 and n.PostId = taken.PostId returning n.*`,
    values: [userId, limit],
  });
}

/** A post that a member may have missed, with the data that decides whether they get an email about it. */
export interface MissedPostRow {
  id: string;
  rootid: string;
  channelid: string;
  createat: number;
  message: string;
  props: Record<string, unknown>;
  authorname: string;
  channeltype: 'O' | 'P' | 'D' | 'G';
  channelname: string;
  filenames: string[];
  channelnotifyprops: Record<string, string>;
  channelviewedat: number;
  /** Whether the member follows the thread, if the post is a reply. */
  following: boolean;
  threadviewedat: number;
  /** The member's preference for collapsed threads; null if not set. */
  collapsedthreads: string | null;
  /** The member's preference for the 24-hour format; null if not set. */
  militarytime: string | null;
}

/** The posts among these that exist, in channels that the user is a member of, oldest first. */
export function selectMissedPosts(
  db: Queryable,
  userId: string,
  postIds: readonly string[],
): Promise<MissedPostRow[]> {
  return db.rows<MissedPostRow>({
    name: 'email-notifications-posts',
    text: `
      select p.Id, p.RootId, p.ChannelId, p.CreateAt, p.Message, p.Props, author.Username as authorname,
        c.Type as channeltype, c.DisplayName as channelname,
        array(select f.Name from FileInfo f where f.PostId = p.Id and f.DeleteAt = 0 order by f.Name) as filenames,
        m.NotifyProps as channelnotifyprops, m.LastViewedAt as channelviewedat,
        coalesce(t.Following, false) as following, coalesce(t.LastViewed, 0) as threadviewedat,
        (select Value from Preferences
          where UserId = $1 and Category = 'display_settings' and Name = 'collapsed_reply_threads') as collapsedthreads,
        (select Value from Preferences
          where UserId = $1 and Category = 'display_settings' and Name = 'use_military_time') as militarytime
      from Posts p
        join Channels c on c.Id = p.ChannelId and c.DeleteAt = 0
        join ChannelMembers m on m.ChannelId = p.ChannelId and m.UserId = $1
        join Users author on author.Id = p.UserId
        left join ThreadMemberships t on t.PostId = p.RootId and t.UserId = $1
      where p.Id = any($2) and p.DeleteAt = 0
      order by p.CreateAt, p.Id`,
    values: [userId, postIds],
  });
}
