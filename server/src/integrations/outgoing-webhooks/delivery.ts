import type {Channels} from '../../messaging/channels/channels.ts';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Posts} from '../../messaging/posts/posts.ts';
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
import {readReply, type WebhookReply} from './reply.ts';
import {noteFailure, noteSuccess} from './store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds after each failed attempt until the next; after the last of them the delivery is given up. */
const BACK_OFF = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const LONGEST_WAIT = 6 * HOUR;

/** A hook is switched off when all attempts have failed for so long, and so many. */
const FAILING_FOR = 24 * HOUR;
const FAILED_ATTEMPTS = 10;

const MAX_UNDER_WAY = 32;
/** A hook that has so many at the same time gets no more, so that a dead one leaves room for the others. */
const MAX_PER_HOOK = 4;
/** How often the table is looked into for what is due again, or was left by a process that died. */
const LOOK_EVERY = 2 * SECOND;
/** Beyond the deadline of the call, before a delivery counts as abandoned. */
const ABANDONED_AFTER = MINUTE;
/** How long calls may take to end by themselves when the server stops. */
const GRACE = 3 * SECOND;
const KEPT = 7 * 24 * HOUR;

/** How an attempt went. */
interface Outcome {
  kind: 'delivered' | 'retry' | 'failed';
  httpStatus: number;
  error: string;
  /** Milliseconds that the receiver asks us to wait. */
  retryAfter?: number;
  reply?: WebhookReply;
}

/**
 * Makes the deliveries in the outbox of outgoing webhooks: each at least once, even if the server stops in between.
 * Repeats them after longer and longer waits, unless the receiver rejected them
 * (docs/outgoing-webhooks.md#delivery-and-retries).
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
  sealing: Sealing;
}) {
  const tokens = sealing.column('OutgoingWebhooks', 'Token');
  const signingSecrets = sealing.column('OutgoingWebhooks', 'SigningSecret');
  const underWay = new Map<string, {hookId: string; done: Promise<void>}>();
  let controller = new AbortController();
  let isStopping = true;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  const isOn = () => !isStopping && config.get().ServiceSettings.EnableOutgoingWebhooks;

  function look(): void {
    lookAgain = true;
    looking ??= lookWhileTold()
      .catch((error) => log.warn({err: error}, 'could not look for webhook deliveries; trying again'))
      .finally(() => {
        looking = undefined;
      });
  }

  async function lookWhileTold(): Promise<void> {
    while (lookAgain && isOn()) {
      lookAgain = false;
      const limit = MAX_UNDER_WAY - underWay.size;
      if (limit <= 0) return;
      const now = Date.now();
      const deadline = config.get().ServiceSettings.OutgoingIntegrationRequestsTimeout * SECOND;
      const claimed = await claimDeliveries(database, {
        now,
        abandonedAt: now + deadline + ABANDONED_AFTER,
        limit,
        perHook: MAX_PER_HOOK,
        busy: busyHooks(),
      });
      for (const delivery of claimed) begin(delivery);
    }
  }

  function busyHooks(): string[] {
    const counts = new Map<string, number>();
    for (const {hookId} of underWay.values()) counts.set(hookId, (counts.get(hookId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= MAX_PER_HOOK).map(([hookId]) => hookId);
  }

  function begin(delivery: ClaimedDelivery): void {
    const done = deliver(delivery)
      .catch((error) => log.error({err: error, deliveryId: delivery.id}, 'a webhook delivery broke off'))
      .finally(() => {
        underWay.delete(delivery.id);
        if (!isStopping) look();
      });
    underWay.set(delivery.id, {hookId: delivery.hookid, done});
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = Date.now();
    const {signal} = controller;
    const reason = await whyNot(delivery);
    const outcome = reason
      ? {kind: 'failed' as const, httpStatus: 0, error: reason}
      : await attempt(delivery, signal);
    if (signal.aborted && outcome.kind === 'retry') {
      return releaseDelivery(database, delivery.id, Date.now());
    }
    const now = Date.now();
    const replied = outcome.reply ? await post(delivery, outcome.reply) : {postId: '', error: ''};
    const wait = outcome.kind === 'retry' ? BACK_OFF[delivery.attempts - 1] : undefined;
    const isWaiting = wait !== undefined;
    await recordAttempt(database, delivery.id, {
      status: outcome.kind === 'delivered' ? 'delivered' : isWaiting ? 'waiting' : 'failed',
      nextattemptat: isWaiting ? now + Math.max(wait, Math.min(outcome.retryAfter ?? 0, LONGEST_WAIT)) : null,
      httpstatus: outcome.httpStatus,
      duration: now - startedAt,
      replypostid: replied.postId,
      error: outcome.error || replied.error,
      updateat: now,
    });
    if (!reason) await noteOutcome(delivery, outcome);
  }

  /** Why a delivery is not made: a webhook is told of what its owner can read at this moment. Undefined if it is. */
  async function whyNot({obsolete, creatorid, channelid}: ClaimedDelivery): Promise<string | undefined> {
    if (obsolete) return OBSOLETE[obsolete];
    const obstacle = await onBehalf.obstacleToReading(creatorid, channelid!);
    return (
      obstacle && `The webhook's owner cannot read the channel: ${obstacle.message} Transfer the webhook.`
    );
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
      // The status says what became of the delivery; the rest of the response is only what it would have posted.
      if (error.head) return {...outcomeOf({...error.head, body: Buffer.alloc(0)}), error: ignored(error)};
      log.info({err: error, deliveryId: delivery.id, hookId: delivery.hookid}, 'a webhook was not delivered');
      // Asking again does not change a URL or a redirect; an address may be allowed later.
      const isFinal = error.fault === 'bad-url' || error.fault === 'redirect';
      return {kind: isFinal ? 'failed' : 'retry', httpStatus: 0, error: error.message};
    }
  }

  /** Posts what the receiver answered, as the hook's owner. What cannot be posted is in the log of deliveries. */
  async function post(
    delivery: ClaimedDelivery,
    reply: WebhookReply,
  ): Promise<{postId: string; error: string}> {
    try {
      const obstacle = await onBehalf.obstacleToPosting(delivery.creatorid, delivery.channelid!, 'joinable');
      if (obstacle) return {postId: '', error: notPosted(obstacle.message)};
      const [made] = await integrationPosts.post(
        {channelId: delivery.channelid!, userId: delivery.creatorid},
        {
          text: reply.text,
          attachments: reply.attachments,
          props: reply.props,
          type: reply.type.startsWith('system_') ? '' : reply.type,
          rootId: reply.isComment ? delivery.postid : '',
          priority: reply.priority,
          usernames: [reply.username, delivery.username],
          iconUrls: [reply.iconUrl, delivery.iconurl],
          webhookDisplayName: delivery.displayname,
        },
      );
      return {postId: made!.id, error: ''};
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({err: error}, 'the answer to a webhook could not be posted');
      const why = error instanceof AppError ? error.message : 'The server met an error.';
      return {postId: '', error: notPosted(why)};
    }
  }

  async function noteOutcome(delivery: ClaimedDelivery, {kind, error}: Outcome): Promise<void> {
    if (kind === 'delivered') return noteSuccess(database, delivery.hookid);
    const now = Date.now();
    const switchedOff = await noteFailure(database, delivery.hookid, {
      now,
      failingBefore: now - FAILING_FOR,
      minAttempts: FAILED_ATTEMPTS,
    });
    if (!switchedOff) return;
    events.publish('outgoing-webhooks:changed', {teamId: delivery.hookteamid});
    await tellOwner(delivery, error);
  }

  async function tellOwner({creatorid, displayname, hookid}: ClaimedDelivery, error: string): Promise<void> {
    const {id: channelId} = await channels.directChannel(creatorid, creatorid, creatorid);
    const message = [
      `Your outgoing webhook **${displayname || hookid}** is switched off: for a day every attempt to deliver has failed.`,
      `The last time: ${error}`,
      'When its receiver works again, switch the webhook on under Integrations, Outgoing webhooks. The log there says what was not delivered, and can deliver it again.',
    ].join('\n');
    await posts.create({channelId, userId: creatorid, message, type: 'system_generic', setOnline: false});
  }

  return {
    /** Takes up what waits, and from now on what comes. */
    start(): void {
      controller = new AbortController();
      isStopping = false;
      timer = setInterval(look, LOOK_EVERY).unref();
      unsubscribe = events.subscribe('outgoing-delivery:waiting', look);
      look();
    },

    /** Takes up nothing more, and ends what is under way; what cannot end soon is given back to the outbox. */
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(timer);
      unsubscribe();
      await looking;
      const breakOff = setTimeout(() => controller.abort(), GRACE).unref();
      await Promise.all([...underWay.values()].map(({done}) => done));
      clearTimeout(breakOff);
    },

    /** Deletes what was over a week ago. */
    sweep: () => deleteDeliveriesBefore(database, Date.now() - KEPT),
  };
}

const notPosted = (why: string) => `It was delivered, but the answer could not be posted: ${why}`;

const OBSOLETE = {
  'hook-gone': 'The webhook was deleted before this was delivered.',
  'hook-off': 'The webhook was switched off before this was delivered.',
  'post-gone': 'The message was deleted before it was delivered.',
} as const;

/** The request as the reference server makes it: seconds in a form, milliseconds in JSON. */
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

/** A response with something to post is a success with any status (docs/outgoing-webhooks.md#delivery-and-retries). */
function outcomeOf({status, headers, body}: OutboundResponse): Outcome {
  const reply = readReply(body.toString('utf8'));
  if (reply || (status >= 200 && status < 300))
    return {kind: 'delivered', httpStatus: status, error: '', reply};
  const mayPass = status >= 500 || status === 408 || status === 429;
  return {
    kind: mayPass ? 'retry' : 'failed',
    httpStatus: status,
    error: `The receiver answered with the status ${status}.`,
    retryAfter: secondsIn(headers['retry-after']) * SECOND,
  };
}

/** What the log says of a response whose status came and whose body could not be read. */
function ignored({fault, message, head}: OutboundError): string {
  const why = fault === 'too-large' ? 'it is too large' : 'it did not arrive completely';
  return `The receiver answered with the status ${head!.status}. Its response was ignored because ${why}: ${message}`;
}

function secondsIn(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}
