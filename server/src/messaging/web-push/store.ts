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
      insert into WebPushSubscriptions (SessionId, UserId, Endpoint, PublicKey, AuthSecret, CreateAt)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (SessionId) do update set
        Endpoint = excluded.Endpoint, PublicKey = excluded.PublicKey, AuthSecret = excluded.AuthSecret`,
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

export async function deleteSubscription(db: Queryable, sessionId: string): Promise<void> {
  await db.execute({text: 'delete from WebPushSubscriptions where SessionId = $1', values: [sessionId]});
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
