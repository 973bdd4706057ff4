import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {DeletionPart} from '../permanent-deletion/permanent-deletion.ts';

/** A browser's subscription: the URL of its push service and the keys to encrypt content with. */
export interface SubscriptionRow {
  sessionid: string;
  userid: string;
  endpoint: string;
  publickey: string;
  authsecret: string;
}

/**
 * Sets the subscription of a session. An endpoint belongs to one browser, so it is removed from other sessions:
 * notifications for the account that was signed in there before must not be shown to the next one.
 */
export async function saveSubscription(tx: Transaction, row: SubscriptionRow): Promise<void> {
  const {sessionid, userid, endpoint, publickey, authsecret} = row;
  await tx.execute({
    text: 'delete from WebPushSubscriptions where Endpoint = $1 and SessionId <> $2',
    values: [endpoint, sessionid],
  });
  await tx.execute({
    text: `
      insert into WebPushSubscriptions as s (SessionId, UserId, Endpoint, PublicKey, AuthSecret, CreateAt)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (SessionId) do update set
        Endpoint = excluded.Endpoint, PublicKey = excluded.PublicKey, AuthSecret = excluded.AuthSecret,
        SentAt = case when s.Endpoint = excluded.Endpoint then s.SentAt else 0 end,
        FailedAt = case when s.Endpoint = excluded.Endpoint then s.FailedAt else 0 end,
        Failure = case when s.Endpoint = excluded.Endpoint then s.Failure else '' end`,
    values: [sessionid, userid, endpoint, publickey, authsecret, Date.now()],
  });
}

export function selectSubscription(db: Queryable, sessionId: string): Promise<SubscriptionRow | undefined> {
  return db.row<SubscriptionRow>({
    text: `
      select SessionId, UserId, Endpoint, PublicKey, AuthSecret from WebPushSubscriptions where SessionId = $1`,
    values: [sessionId],
  });
}

/** Returns whether there was one. */
export async function deleteSubscription(db: Queryable, sessionId: string): Promise<boolean> {
  const deleted = await db.execute({
    text: 'delete from WebPushSubscriptions where SessionId = $1',
    values: [sessionId],
  });
  return deleted > 0;
}

/** Sets the time of the last notification that was sent, or that failed. An empty `failure` means that it was sent. */
export async function saveResult(
  db: Queryable,
  {sessionid, endpoint}: SubscriptionRow,
  {at, failure}: {at: number; failure: string},
): Promise<void> {
  await db.execute({
    text: `
      update WebPushSubscriptions set
        SentAt = case when $4 = '' then $3 else SentAt end,
        FailedAt = case when $4 = '' then FailedAt else $3 end,
        Failure = case when $4 = '' then Failure else $4 end
      where SessionId = $1 and Endpoint = $2`,
    values: [sessionid, endpoint, at, failure],
  });
}

/** A subscription as administrators see it, without the keys. Times are in milliseconds. */
export interface SubscriptionStateRow {
  sessionid: string;
  userid: string;
  username: string;
  endpoint: string;
  createat: number;
  sentat: number;
  failedat: number;
  failure: string;
  props: Record<string, string>;
}

/** The subscriptions of all users, by username. Those of sessions that have ended are left out. */
export function selectSubscriptionStates(
  db: Queryable,
  {term, isFailing}: {term: string; isFailing: boolean},
  {offset, limit, now}: {offset: number; limit: number; now: number},
): Promise<SubscriptionStateRow[]> {
  return db.rows({
    text: `
      select w.SessionId, w.UserId, u.Username, w.Endpoint, w.CreateAt, w.SentAt, w.FailedAt, w.Failure, s.Props
      from WebPushSubscriptions w
        join Users u on u.Id = w.UserId
        join Sessions s on s.Id = w.SessionId and (s.ExpiresAt = 0 or s.ExpiresAt > $1)
      where strpos(u.Username, $2) > 0 and (not $3 or w.FailedAt > w.SentAt)
      order by u.Username, w.CreateAt, w.SessionId offset $4 limit $5`,
    values: [now, term.toLowerCase(), isFailing, offset, limit],
  });
}

/** Deletes a user's subscriptions except the `kept` newest ones. */
export async function deleteOldestSubscriptions(
  tx: Transaction,
  userId: string,
  kept: number,
): Promise<void> {
  await tx.execute({
    text: `
      delete from WebPushSubscriptions where SessionId in (
        select SessionId from WebPushSubscriptions
        where UserId = $1 order by CreateAt desc, SessionId offset $2)`,
    values: [userId, kept],
  });
}

/** Deletes a subscription, unless the browser has replaced it in the meantime. */
export async function deleteRejectedSubscription(
  db: Queryable,
  {sessionid, endpoint}: SubscriptionRow,
): Promise<void> {
  await db.execute({
    text: 'delete from WebPushSubscriptions where SessionId = $1 and Endpoint = $2',
    values: [sessionid, endpoint],
  });
}

export async function deleteSubscriptionsWithoutSession(db: Queryable): Promise<void> {
  await db.execute({
    text: `
      delete from WebPushSubscriptions w where not exists (select from Sessions s where s.Id = w.SessionId)`,
  });
}

/** Deletes the subscriptions of an account when it is permanently deleted. */
export const deleteWebPushSubscriptionsOf: DeletionPart = async (tx, owner) => {
  if (!('userId' in owner)) return;
  await tx.execute({text: 'delete from WebPushSubscriptions where UserId = $1', values: [owner.userId]});
};

export async function hasSubscriptions(db: Queryable): Promise<boolean> {
  const row = await db.row<{found: boolean}>({
    text: 'select exists (select from WebPushSubscriptions) as found',
  });
  return row!.found;
}

/** The reply that a broadcast shows in the channel; undefined if it was deleted. */
export function selectReply(
  db: Queryable,
  id: string,
): Promise<{message: string; props: Record<string, unknown>} | undefined> {
  return db.row({
    name: 'web-push-reply',
    text: 'select Message, Props from Posts where Id = $1 and DeleteAt = 0',
    values: [id],
  });
}

/** A subscription of a channel member. */
export interface RecipientRow extends SubscriptionRow {
  locale: string;
  /** The account's notification settings (docs/specification.md#preferences-and-notification-settings). */
  notifyprops: Record<string, string>;
  timezone: Record<string, string>;
  /** The member's settings for this channel. */
  channelnotifyprops: Record<string, string>;
}

/** The subscriptions of a channel's members with active accounts and sessions that are valid at a time. */
export function selectRecipients(db: Queryable, channelId: string, now: number): Promise<RecipientRow[]> {
  return db.rows<RecipientRow>({
    name: 'web-push-recipients',
    text: `
      select w.SessionId, w.UserId, w.Endpoint, w.PublicKey, w.AuthSecret, u.Locale, u.NotifyProps,
        u.Timezone, m.NotifyProps as channelnotifyprops
      from WebPushSubscriptions w
        join ChannelMembers m on m.ChannelId = $1 and m.UserId = w.UserId
        join Users u on u.Id = w.UserId and u.DeleteAt = 0
        join Sessions s on s.Id = w.SessionId and (s.ExpiresAt = 0 or s.ExpiresAt > $2)`,
    values: [channelId, now],
  });
}
