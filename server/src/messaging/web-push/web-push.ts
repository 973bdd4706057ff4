import {ECDH} from 'node:crypto';
import webPush from 'web-push';
import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import {createFairQueue} from '../../platform/concurrency/fair-queue.ts';
import {limitConcurrency} from '../../platform/concurrency/limit-concurrency.ts';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus, Events} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {OutboundError, type OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';
import {urlProblem} from '../../platform/outbound-http/outbound-url.ts';
import {installationValue} from '../../platform/secrets/installation-values.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {fallbackText, normalizeAttachments} from '../message-attachments/message-attachments.ts';
import type {Preferences} from '../preferences/preferences.ts';
import type {Session} from '../sessions/sessions.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {textsIn} from '../texts/texts.ts';
import {type Users, userTimeZone} from '../users/users.ts';
import {wantsPush} from './rules.ts';
import {
  deleteOldestSubscriptions,
  deleteRejectedSubscription,
  deleteSubscription,
  deleteSubscriptionsWithoutSession,
  hasSubscriptions,
  type RecipientRow,
  type SubscriptionRow,
  type SubscriptionStateRow,
  saveResult,
  saveSubscription,
  selectRecipients,
  selectReply,
  selectSubscription,
  selectSubscriptionStates,
} from './store.ts';

export {deleteWebPushSubscriptionsOf} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A session subscribed to push notifications. */
    'web-push:subscribed': Record<string, never>;
  }
}

/** The notification that the web client's service worker shows. */
interface Notice {
  title: string;
  body: string;
  /** A newer notification replaces an older one with the same tag. */
  tag: string;
  /** The path that opens when the notification is clicked. */
  path: string;
  /** Whether to show the notification even if a window of the client is visible. */
  evenIfVisible?: boolean;
}

/** The timeout for a request to a push service, in milliseconds. */
const TIMEOUT = 10_000;
/** How long the push service keeps a notification for an offline browser, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
/**
 * The maximum number of characters of a message in a notification, because an encrypted notification is limited to 4
 * KB.
 */
const MAX_TEXT = 300;
const MAX_TITLE = 100;
const CONCURRENT_POSTS = 4;
/** The maximum number of posts whose recipients are pending. Notifications for further posts are skipped. */
const MAX_WAITING = 1000;
/**
 * The number of concurrent requests, in total, per user and per push service. Users choose the push service, so a slow
 * one must not delay the notifications of others.
 */
const REQUESTS = {slots: 32, perOwner: 4, perResource: 16, maxWaiting: 100};
/** How long nothing is sent to a browser whose push service did not respond, in milliseconds. */
const UNREACHABLE_LIFE = 60_000;
/** How often the same result is recorded for a browser, in milliseconds, because each notification has one. */
const RESULT_INTERVAL = 60 * 60 * 1000;
const MAX_FAILURE = 256;
/** The maximum number of browsers of a user that are subscribed. A further one replaces the oldest subscription. */
const MAX_SUBSCRIPTIONS = 20;
/** The statuses with which push services permanently reject a subscription. */
const REJECTED = new Set([401, 403, 404, 410]);

export type WebPush = ReturnType<typeof createWebPush>;

/**
 * Push notifications to browsers, even while the web client is closed (docs/push-notifications.md). Each session can
 * subscribe its browser. Contents are encrypted for the browser, so that its push service can't read them.
 */
export function createWebPush({
  config,
  database,
  events,
  log,
  metrics,
  outboundHttp,
  preferences,
  sealing,
  statuses,
  users,
}: {
  config: Config;
  database: Database;
  events: EventBus;
  log: Logger;
  metrics: Metrics;
  outboundHttp: OutboundHttp;
  preferences: Preferences;
  sealing: Sealing;
  statuses: Statuses;
  users: Users;
}) {
  const sent = metrics.counter('web_push_total', 'Push notifications to browsers', ['outcome']);
  const onePost = limitConcurrency(CONCURRENT_POSTS);
  const queue = createFairQueue(REQUESTS);
  const unreachable = createBoundedCache<string, true>(5_000, {ttl: UNREACHABLE_LIFE});
  const recorded = createBoundedCache<string, string>(5_000, {ttl: RESULT_INTERVAL});
  let waiting = 0;

  const keys = createReadThroughCache<webPush.VapidKeys>({
    maxSize: 1,
    read: async (name) =>
      JSON.parse(
        await installationValue({database, sealing}, name, () => JSON.stringify(webPush.generateVAPIDKeys())),
      ) as webPush.VapidKeys,
  });
  const ownKeys = async () => (await keys.get('WebPushKeys'))!;

  /** Cached, so that posts need no query on servers without subscriptions, which are the most common. */
  const anySubscription = createReadThroughCache<{exists: boolean}>({
    maxSize: 1,
    read: async () => ({exists: await hasSubscriptions(database)}),
  });
  events.onEveryNode('web-push:subscribed', () => anySubscription.clear());
  events.onEveryNode('caches:stale', () => anySubscription.clear());

  function requireOn(): void {
    if (config.get().WebPushSettings.Enable) return;
    throw notImplemented(
      'api.web_push.disabled.app_error',
      'Push notifications to browsers are disabled on this server (WebPushSettings.Enable).',
    );
  }

  /** Records whether a notification was sent, for administrators. An empty `failure` means that it was. */
  async function record(subscription: SubscriptionRow, failure: string): Promise<void> {
    const shortened = failure.slice(0, MAX_FAILURE);
    const key = `${subscription.sessionid} ${subscription.endpoint}`;
    if (recorded.get(key) === shortened) return;
    recorded.set(key, shortened);
    await saveResult(database, subscription, {at: Date.now(), failure: shortened});
  }

  /** Sends a notification. Returns the status of the push service. @throws OutboundError */
  async function send(subscription: SubscriptionRow, notice: Notice): Promise<number> {
    try {
      return await sendRequest(subscription, notice);
    } catch (error) {
      if (error instanceof OutboundError) await record(subscription, error.detail);
      throw error;
    }
  }

  async function sendRequest(subscription: SubscriptionRow, notice: Notice): Promise<number> {
    const {publicKey, privateKey} = await ownKeys();
    const url = siteUrl(config.get());
    const {endpoint, headers, body} = webPush.generateRequestDetails(
      {
        endpoint: subscription.endpoint,
        keys: {p256dh: subscription.publickey, auth: subscription.authsecret},
      },
      JSON.stringify(notice),
      {
        // The contact for operators of the push service. They don't accept http: URLs.
        vapidDetails: {
          subject: url.startsWith('https:') ? url : `mailto:webmaster@${new URL(url).hostname}`,
          publicKey,
          privateKey,
        },
        TTL: TTL_SECONDS,
        urgency: 'high',
      },
    );
    const {status} = await outboundHttp.request({
      method: 'POST',
      url: endpoint,
      // Undici sets this header, and rejects another value.
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => name !== 'Content-Length')
          .map(([name, value]) => [name, String(value)]),
      ),
      body,
      purpose: 'web-push',
      timeout: TIMEOUT,
      maxBytes: 10_000,
    });
    sent.inc({outcome: status < 300 ? 'sent' : 'rejected'});
    if (REJECTED.has(status)) await deleteRejectedSubscription(database, subscription);
    else await record(subscription, status < 300 ? '' : `HTTP ${status}`);
    return status;
  }

  function createNotice(
    {post, channel, senderName}: Events['post:created'],
    {locale}: Pick<RecipientRow, 'locale'>,
    reply: Awaited<ReturnType<typeof selectReply>>,
  ): Notice {
    const settings = config.get();
    const {push: texts} = textsIn(locale, settings);
    const isDirect = channel.type === 'D';
    const withText = settings.WebPushSettings.Contents === 'full';
    const {message, props} = reply ?? post;
    const text = message || fallbackText(normalizeAttachments(props.attachments ?? [])) || texts.files;
    const body = withText ? shorten(text, MAX_TEXT) : texts.newMessage;
    const shown = !reply ? body : withText ? `${texts.reply}: ${body}` : texts.reply;
    return {
      title: shorten(isDirect ? senderName : channel.displayName, MAX_TITLE),
      body: isDirect ? shown : `${shorten(senderName, MAX_TITLE)}: ${shown}`,
      // The same tag as for the reply, so that users who get both notifications see only one.
      tag: String((reply && post.props.broadcast_thread_id) || post.root_id || post.channel_id),
      path: `/_redirect/pl/${(reply && post.props.broadcast_reply_id) || post.id}`,
    };
  }

  /** Sends a notification when it is the turn of its user. Never rejects because of the push service. */
  async function sendInTurn(subscription: SubscriptionRow, notice: () => Notice): Promise<void> {
    const {userid, endpoint} = subscription;
    const turn = queue.run({owner: userid, resource: new URL(endpoint).host}, async () => {
      if (unreachable.has(endpoint)) return void sent.inc({outcome: 'failed'});
      try {
        await send(subscription, notice());
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        unreachable.set(endpoint, true);
        sent.inc({outcome: 'failed'});
        log.debug({err: error}, 'could not send a push notification');
      }
    });
    if (turn) await turn;
    else sent.inc({outcome: 'failed'});
  }

  /** Queues the notifications for a new post. Returns a function that waits until they are sent. */
  async function queueNotices(event: Events['post:created']): Promise<() => Promise<unknown>> {
    const {post, channel, mentionedUserIds, notifiedFollowerIds, isWebhook} = event;
    if (!(await anySubscription.get(''))!.exists) return async () => {};
    const rows = (await selectRecipients(database, channel.id, Date.now())).filter(
      ({userid}) => userid !== post.user_id || isWebhook,
    );
    const found = await statuses.byIds(rows.map(({userid}) => userid));
    const recipients = rows.filter((row, index) =>
      wantsPush({
        notifyProps: row.notifyprops,
        channelNotifyProps: row.channelnotifyprops,
        status: found[index]!.status,
        isMentioned: mentionedUserIds.includes(row.userid),
        isDirect: channel.type === 'D' || channel.type === 'G',
        isReply: post.root_id !== '',
        isFollower: notifiedFollowerIds.includes(row.userid),
      }),
    );
    const {broadcast_reply_id: replyId} = post.props;
    const reply =
      typeof replyId === 'string' && recipients.length > 0 ? await selectReply(database, replyId) : undefined;
    const sending = recipients.map(async (row) => {
      if ((await preferences.notificationsPausedUntil(row.userid, userTimeZone(row.timezone))) > 0) return;
      await sendInTurn(row, () => createNotice(event, row, reply));
    });
    return () => Promise.all(sending);
  }

  // If this node crashes, another one sends them. A repeated notification replaces the first one.
  events.onOriginOrSuccessor('post:created', async (event) => {
    const isNotice = event.post.type.startsWith('system_');
    if (isNotice || !config.get().WebPushSettings.Enable || waiting >= MAX_WAITING) return;
    waiting++;
    const waitUntilSent = await onePost(() => queueNotices(event)).finally(() => waiting--);
    await waitUntilSent();
  });

  return {
    /**
     * The public key for subscriptions, in base64url. It changes only if the installation's secrets are lost.
     *
     * @throws AppError 501 if push notifications are disabled
     */
    async publicKey(): Promise<string> {
      requireOn();
      return (await ownKeys()).publicKey;
    },

    /**
     * Subscribes the browser of a session, or replaces its subscription.
     *
     * @throws AppError 501 if push notifications are disabled, 400 for an invalid URL or keys, 403 for an access token
     */
    async subscribe(
      session: Session,
      {endpoint, keys: {p256dh, auth}}: {endpoint: string; keys: {p256dh: string; auth: string}},
    ): Promise<void> {
      requireOn();
      requireBrowser(session);
      const problem = urlProblem(endpoint);
      if (problem) throw invalidSubscription('endpoint', `It must be the URL of a push service: ${problem}.`);
      // The key is an uncompressed point on the curve P-256, and the secret has 16 random bytes.
      const point = Buffer.from(p256dh, 'base64url');
      if (point.length !== 65 || !isPoint(point)) {
        throw invalidSubscription('keys.p256dh', 'It must be a public key of the browser.');
      }
      if (Buffer.from(auth, 'base64url').length !== 16) {
        throw invalidSubscription('keys.auth', 'It must have 16 bytes.');
      }
      await database.transaction(async (tx) => {
        await saveSubscription(tx, {
          sessionid: session.id,
          userid: session.userId,
          endpoint,
          publickey: p256dh,
          authsecret: auth,
        });
        await deleteOldestSubscriptions(tx, session.userId, MAX_SUBSCRIPTIONS);
      });
      events.publish('web-push:subscribed', {});
    },

    /** Deletes the subscription of a session's browser, if there is one. */
    unsubscribe: (session: Session) => deleteSubscription(database, session.id),

    /** A page of the subscriptions of all users, by username. `isFailing` selects those whose last notification failed. */
    list: (
      filter: {term: string; isFailing: boolean},
      page: {offset: number; limit: number},
    ): Promise<SubscriptionStateRow[]> =>
      selectSubscriptionStates(database, filter, {...page, now: Date.now()}),

    /** Removes the subscription of any session. @throws AppError 404 */
    async remove(sessionId: string): Promise<void> {
      if (!(await deleteSubscription(database, sessionId))) throw subscriptionNotFound(sessionId);
    },

    /**
     * Sends a notification to the session's browser.
     *
     * @throws AppError 501 if push notifications are disabled, 404 without a subscription, 429 if too many notifications
     *   to the user are waiting, 502 if the push service could not be reached or rejected the notification
     */
    async test(session: Session): Promise<void> {
      requireOn();
      const subscription = await selectSubscription(database, session.id);
      if (!subscription) throw notSubscribed();
      const {locale} = await users.byId(session.userId);
      const {push: texts} = textsIn(locale, config.get());
      const host = new URL(subscription.endpoint).host;
      let status: number;
      try {
        const turn = queue.run({owner: session.userId, resource: host}, () =>
          send(subscription, {
            title: texts.testTitle,
            body: texts.test,
            tag: 'test',
            path: '/_settings/notifications',
            evenIfVisible: true,
          }),
        );
        if (!turn) throw tooMany();
        status = await turn;
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        log.warn({err: error, detail: error.detail}, 'could not send a test notification');
        throw pushFailed(`The server could not reach the push service ${host}.`);
      }
      if (status >= 300)
        throw pushFailed(`The push service ${host} rejected the notification (HTTP ${status}).`);
    },

    /** Deletes the subscriptions of sessions that no longer exist. */
    sweep: () => deleteSubscriptionsWithoutSession(database),
  };
}

/** Whether the key is a point on the curve. Nothing can be encrypted with other keys. */
function isPoint(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

function shorten(text: string, length: number): string {
  const characters = [...text.slice(0, 2 * length)];
  return characters.length > length
    ? `${characters.slice(0, length - 1).join('')}…`
    : text.slice(0, 2 * length);
}

/** Rejects access tokens, because they don't belong to a browser. */
function requireBrowser({kind}: Session): void {
  if (kind === 'session') return;
  throw new AppError({
    id: 'api.web_push.no_browser.app_error',
    message: 'Only a browser that is signed in can subscribe to push notifications, not an access token.',
    status: 403,
  });
}

function invalidSubscription(name: string, explanation: string): AppError {
  return new AppError({
    id: 'api.web_push.invalid_subscription.app_error',
    message: `The subscription's ${name} is not valid. ${explanation}`,
    status: 400,
    path: name,
  });
}

function notSubscribed(): AppError {
  return new AppError({
    id: 'api.web_push.not_subscribed.app_error',
    message: 'This browser is not subscribed to push notifications. Turn them on first.',
    status: 404,
  });
}

function subscriptionNotFound(sessionId: string): AppError {
  return new AppError({
    id: 'api.web_push.missing.app_error',
    message: 'This device has no subscription to push notifications. It may have been removed already.',
    explanation: `The session ${sessionId} has no subscription to push notifications.`,
    status: 404,
  });
}

function tooMany(): AppError {
  return new AppError({
    id: 'api.web_push.too_many.app_error',
    message: `More than ${REQUESTS.maxWaiting} notifications to you are waiting to be sent. Try again in a moment.`,
    status: 429,
    retryAfter: 10_000,
  });
}

function pushFailed(message: string): AppError {
  return new AppError({id: 'api.web_push.failed.app_error', message, status: 502});
}
