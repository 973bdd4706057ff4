import type {Channels} from '../../messaging/channels/channels.ts';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import {isReservedType, type Posts} from '../../messaging/posts/posts.ts';
import type {UserTexts} from '../../messaging/texts/texts.ts';
import {createPoller} from '../../platform/concurrency/poller.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {
  OutboundError,
  type OutboundHttp,
  type OutboundResponse,
} from '../../platform/outbound-http/outbound-http.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {signBody} from '../integration-calls/integration-calls.ts';
import type {IntegrationPosts} from '../integration-posts/integration-posts.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteDeliveriesBefore,
  recordAttempt,
  releaseDelivery,
} from './outbox-store.ts';
import {parseReply, type WebhookReply} from './reply.ts';
import {recordFailure, recordSuccess} from './store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds to wait after each failed attempt. The delivery fails after the last one. */
const RETRY_DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const MAX_RETRY_DELAY = 6 * HOUR;

/** A webhook is disabled after failing for this long and this often. */
const DISABLE_AFTER = 24 * HOUR;
const DISABLE_AFTER_ATTEMPTS = 10;

const MAX_PENDING = 32;
/** The maximum concurrent deliveries per webhook, so that an unresponsive receiver does not block others. */
const MAX_PER_HOOK = 4;
/** How often to check for deliveries that are due or were abandoned by a crashed server. */
const POLL_INTERVAL = 2 * SECOND;
/** Time beyond the deadline of a call after which a delivery counts as abandoned. */
const ABANDONED_AFTER = MINUTE;
/** How long running calls may take when the server stops. */
const GRACE = 3 * SECOND;
const RETENTION = 7 * 24 * HOUR;

/** The result of an attempt. */
interface Outcome {
  kind: 'delivered' | 'retry' | 'failed';
  httpStatus: number;
  error: string;
  /** Delay in milliseconds that the receiver requested. */
  retryAfter?: number;
  reply?: WebhookReply;
}

/**
 * Delivers the outbox of outgoing webhooks, each delivery at least once, even if the server stops. Retries with increasing
 * delays, unless the receiver rejected the delivery (docs/outgoing-webhooks.md#delivery-and-retries).
 */
export function createWebhookDelivery({
  database,
  config,
  events,
  log,
  outboundHttp,
  integrationPosts,
  onBehalf,
  channels,
  posts,
  userTexts,
  sealing,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  outboundHttp: OutboundHttp;
  integrationPosts: IntegrationPosts;
  onBehalf: OnBehalf;
  channels: Channels;
  posts: Posts;
  userTexts: UserTexts;
  sealing: Sealing;
}) {
  const tokens = sealing.column('OutgoingWebhooks', 'Token');
  const signingSecrets = sealing.column('OutgoingWebhooks', 'SigningSecret');
  const pending = new Map<string, {hookId: string; done: Promise<void>}>();
  let controller = new AbortController();
  const poller = createPoller({
    interval: POLL_INTERVAL,
    work: startDue,
    onError: (error) => log.warn({err: error}, 'Could not check for webhook deliveries; trying again'),
  });
  events.onOrigin('outgoing-delivery:waiting', poller.wake);

  /** Starts the deliveries that are due, as many as may run. Each one wakes the poller when it is done. */
  async function startDue(): Promise<boolean> {
    const {EnableOutgoingWebhooks, OutgoingIntegrationRequestsTimeout} = config.get().ServiceSettings;
    const limit = MAX_PENDING - pending.size;
    if (!EnableOutgoingWebhooks || limit <= 0) return false;
    const now = Date.now();
    const claimed = await claimDeliveries(database, {
      now,
      abandonedAt: now + OutgoingIntegrationRequestsTimeout * SECOND + ABANDONED_AFTER,
      limit,
      perHook: MAX_PER_HOOK,
      busy: busyHooks(),
    });
    for (const delivery of claimed) start(delivery);
    return false;
  }

  function busyHooks(): string[] {
    const counts = new Map<string, number>();
    for (const {hookId} of pending.values()) counts.set(hookId, (counts.get(hookId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MAX_PER_HOOK).map(([hookId]) => hookId);
  }

  function start(delivery: ClaimedDelivery): void {
    const done = deliver(delivery)
      .catch((error) =>
        log.error({err: error, deliveryId: delivery.id}, 'A webhook delivery failed unexpectedly'),
      )
      .finally(() => {
        pending.delete(delivery.id);
        poller.wake();
      });
    pending.set(delivery.id, {hookId: delivery.hookid, done});
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = Date.now();
    const {signal} = controller;
    const reason = await blockingReason(delivery);
    const outcome = reason
      ? {kind: 'failed' as const, httpStatus: 0, error: reason}
      : await attempt(delivery, signal);
    if (signal.aborted && outcome.kind === 'retry') {
      return releaseDelivery(database, delivery.id, Date.now());
    }
    const now = Date.now();
    const replied = outcome.reply ? await post(delivery, outcome.reply) : {postId: '', error: ''};
    const wait = outcome.kind === 'retry' ? RETRY_DELAYS[delivery.attempts - 1] : undefined;
    const isWaiting = wait !== undefined;
    await recordAttempt(database, delivery.id, {
      status: outcome.kind === 'delivered' ? 'delivered' : isWaiting ? 'waiting' : 'failed',
      nextattemptat: isWaiting
        ? now + Math.max(wait, Math.min(outcome.retryAfter ?? 0, MAX_RETRY_DELAY))
        : null,
      httpstatus: outcome.httpStatus,
      duration: now - startedAt,
      replypostid: replied.postId,
      error: outcome.error || replied.error,
      updateat: now,
    });
    if (!reason) await recordOutcome(delivery, outcome);
  }

  /**
   * Why a delivery cannot be sent; undefined if it can. A webhook only receives what its owner can read at that moment.
   */
  async function blockingReason({
    obsolete,
    creatorid,
    channelid,
  }: ClaimedDelivery): Promise<string | undefined> {
    if (obsolete) return OBSOLETE[obsolete];
    const denial = await onBehalf.readDenial(creatorid, channelid!);
    return denial && `The webhook's owner cannot read the channel: ${denial.message} Transfer the webhook.`;
  }

  async function attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Outcome> {
    try {
      return outcomeOf(
        await outboundHttp.request({
          method: 'POST',
          url: delivery.callbackurl,
          ...requestOf(delivery, {
            token: tokens.open(delivery.hookid, delivery.token),
            signingSecret: signingSecrets.open(delivery.hookid, delivery.signingsecret),
          }),
          signal,
          purpose: 'outgoing-webhook',
        }),
      );
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // The status determines the result. The body would only have been posted.
      if (error.head)
        return {...outcomeOf({...error.head, body: Buffer.alloc(0)}), error: ignoredBody(error)};
      log.info(
        {err: error, deliveryId: delivery.id, hookId: delivery.hookid},
        'A webhook could not be delivered',
      );
      // Retrying cannot fix an invalid URL or a redirect, but an address may be allowed later.
      const isFinal = error.fault === 'bad-url' || error.fault === 'redirect';
      return {kind: isFinal ? 'failed' : 'retry', httpStatus: 0, error: error.message};
    }
  }

  /** Posts the receiver's response as the webhook's owner. Failures are recorded in the delivery log. */
  async function post(
    delivery: ClaimedDelivery,
    reply: WebhookReply,
  ): Promise<{postId: string; error: string}> {
    try {
      const denial = await onBehalf.postDenial(delivery.creatorid, delivery.channelid!, 'joinable');
      if (denial) return {postId: '', error: notPosted(denial.message)};
      const [created] = await integrationPosts.post(
        {channelId: delivery.channelid!, userId: delivery.creatorid},
        {
          text: reply.text,
          attachments: reply.attachments,
          props: reply.props,
          type: isReservedType(reply.type) ? '' : reply.type,
          rootId: reply.isComment ? delivery.postid : '',
          priority: reply.priority,
          usernames: [reply.username, delivery.username],
          iconUrls: [reply.iconUrl, delivery.iconurl],
          webhookDisplayName: delivery.displayname,
        },
      );
      return {postId: created!.id, error: ''};
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({err: error}, 'The response to a webhook could not be posted');
      const why = error instanceof AppError ? error.message : 'An internal error occurred.';
      return {postId: '', error: notPosted(why)};
    }
  }

  async function recordOutcome(delivery: ClaimedDelivery, {kind, error}: Outcome): Promise<void> {
    if (kind === 'delivered') return recordSuccess(database, delivery.hookid);
    const now = Date.now();
    const isDisabled = await recordFailure(database, delivery.hookid, {
      now,
      failingBefore: now - DISABLE_AFTER,
      minAttempts: DISABLE_AFTER_ATTEMPTS,
    });
    if (!isDisabled) return;
    events.publish('outgoing-webhooks:changed', {teamId: delivery.hookteamid});
    await notifyOwner(delivery, error);
  }

  async function notifyOwner(
    {creatorid, displayname, hookid}: ClaimedDelivery,
    error: string,
  ): Promise<void> {
    const {id: channelId} = await channels.directChannel(creatorid, creatorid, creatorid);
    const {outgoingWebhooks: texts} = await userTexts(creatorid);
    const message = [texts.disabled(displayname || hookid), texts.lastError(error), texts.whatToDo].join(
      '\n',
    );
    await posts.create({channelId, userId: creatorid, message, type: 'system_generic', setOnline: false});
  }

  return {
    /** Starts delivering, now and whenever deliveries are added. */
    start(): void {
      controller = new AbortController();
      poller.start();
    },

    /** Starts no more deliveries, and waits for running ones. Those that take too long return to the outbox. */
    async stop(): Promise<void> {
      await poller.stop();
      const timeout = setTimeout(() => controller.abort(), GRACE).unref();
      await Promise.all([...pending.values()].map(({done}) => done));
      clearTimeout(timeout);
    },

    /** Deletes deliveries that ended more than a week ago. */
    sweep: () => deleteDeliveriesBefore(database, Date.now() - RETENTION),
  };
}

const notPosted = (why: string) => `The delivery succeeded, but the response could not be posted: ${why}`;

const OBSOLETE = {
  'hook-gone': 'The webhook was deleted before the delivery.',
  'hook-off': 'The webhook was disabled before the delivery.',
  'post-gone': 'The message was deleted before the delivery.',
} as const;

/** The request in Mattermost's format: seconds in a form, milliseconds in JSON. */
function requestOf(
  delivery: ClaimedDelivery,
  {token, signingSecret}: {token: string; signingSecret: string},
): {headers: Record<string, string>; body: string} {
  const isJson = delivery.contenttype === 'application/json';
  const fileIds: string[] = JSON.parse(delivery.fileids || '[]');
  const fields = {
    token,
    team_id: delivery.hookteamid,
    team_domain: delivery.teamname ?? '',
    channel_id: delivery.channelid!,
    channel_name: delivery.channelname!,
    timestamp: isJson ? delivery.postedat! : Math.floor(delivery.postedat! / 1000),
    user_id: delivery.senderid ?? '',
    user_name: delivery.sendername ?? '',
    post_id: delivery.postid,
    text: delivery.message!,
    trigger_word: delivery.triggerword,
    file_ids: fileIds.join(','),
  };
  const body = isJson
    ? JSON.stringify(fields)
    : new URLSearchParams({...fields, timestamp: String(fields.timestamp)}).toString();
  return {
    body,
    headers: {
      accept: 'application/json',
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      'user-agent': 'Mattermost-Bot/1.1',
      'x-patchbay-delivery': delivery.id,
      ...signatureOf(signingSecret, body),
    },
  };
}

function signatureOf(secret: string, body: string): Record<string, string> {
  if (secret === '') return {};
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'x-patchbay-request-timestamp': timestamp,
    'x-patchbay-signature': signBody(secret, timestamp, Buffer.from(body)),
  };
}

/** A response with a message counts as success, with any status (docs/outgoing-webhooks.md#delivery-and-retries). */
function outcomeOf({status, headers, body}: Omit<OutboundResponse, 'url'>): Outcome {
  const reply = parseReply(body.toString('utf8'));
  if (reply || (status >= 200 && status < 300))
    return {kind: 'delivered', httpStatus: status, error: '', reply};
  const isTemporary = status >= 500 || status === 408 || status === 429;
  return {
    kind: isTemporary ? 'retry' : 'failed',
    httpStatus: status,
    error: `The receiver returned HTTP ${status}.`,
    retryAfter: secondsIn(headers['retry-after']) * SECOND,
  };
}

/** The log entry for a response whose body could not be read. */
function ignoredBody({fault, message, head}: OutboundError): string {
  const why = fault === 'too-large' ? 'it is too large' : 'it was incomplete';
  return `The receiver returned HTTP ${head!.status}. The response was ignored because ${why}: ${message}`;
}

function secondsIn(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}
