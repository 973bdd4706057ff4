import type {Channels} from '../../messaging/channels/channels.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {WirePost} from '../../messaging/posts/posts.ts';
import type {Users} from '../../messaging/users/users.ts';
import {createReadThroughCache} from '../../platform/caches/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, undefinedIfMissing} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {isValidId, newId} from '../../platform/ids/ids.ts';
import {createMemoryRateLimitStore} from '../../platform/rate-limit/memory-store.ts';
import {takeFromRateLimit} from '../../platform/rate-limit/rate-limit.ts';
import type {IntegrationPosts} from '../integration-posts/integration-posts.ts';
import {signatureFault} from '../request-signatures/request-signatures.ts';
import type {DeliveryLog} from './delivery-log.ts';
import {
  badSignature,
  channelLocked,
  creatorGone,
  directMessageToCreator,
  hooksDisabled,
  noChannelPermission,
  noText,
  tooManyRequests,
  unknownChannel,
  unknownKey,
  unknownUser,
} from './errors.ts';
import {parseWebhookBody, type WebhookPayload} from './payload.ts';
import {type IncomingWebhookRow, type KeyedHookRow, selectHookByKey} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** An incoming webhook was changed, deleted, or got another key. */
    'incoming-webhook:changed': {hookId: string};
  }
}

/** A request to a hook's URL. */
export interface WebhookRequest {
  key: string;
  contentType: string | undefined;
  body: Buffer;
  signature: string | undefined;
  signatureTimestamp: string | undefined;
}

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

/** The receiving end of incoming webhooks: from a request to posts that are committed. */
export function createWebhookReceiver({
  database,
  config,
  events,
  channels,
  users,
  permissions,
  integrationPosts,
  deliveries,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  channels: Channels;
  users: Users;
  permissions: Permissions;
  integrationPosts: IntegrationPosts;
  deliveries: DeliveryLog;
}) {
  const byKey = createReadThroughCache<KeyedHookRow>({
    maxSize: 20_000,
    read: (key) => selectHookByKey(database, key, Date.now()),
  });
  const limits = createMemoryRateLimitStore(20_000);

  events.subscribe('caches:stale', () => byKey.clear());
  events.subscribe('incoming-webhook:changed', ({hookId}) => byKey.forgetWhere((hook) => hook.id === hookId));
  events.subscribe('users:changed', ({userIds}) =>
    byKey.forgetWhere((hook) => userIds.includes(hook.userid)),
  );

  async function hookOf(key: string): Promise<KeyedHookRow | undefined> {
    if (!isValidId(key)) return undefined;
    const hook = await byKey.get(key);
    if (!hook || (hook.keyvaliduntil !== null && hook.keyvaliduntil <= Date.now())) return undefined;
    return hook;
  }

  async function requireWithinLimit(hookId: string): Promise<void> {
    const {WebhookPerSec, WebhookMaxBurst} = config.get().RateLimitSettings;
    if (WebhookPerSec === 0) return;
    const limit = {perSecond: WebhookPerSec, burst: WebhookMaxBurst + 1};
    const verdict = await takeFromRateLimit(limits, hookId, limit, Date.now());
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter);
  }

  /** The channel that the payload names, and how it is reached (reference facts, section 2.3). */
  async function targetOf(hook: IncomingWebhookRow, {channel}: WebhookPayload): Promise<string> {
    const name = channel?.trim();
    if (!name) return hook.channelid;
    if (name.startsWith('@')) return directChannelTo(hook, name.slice(1));
    const plainName = name.replace(/^#/, '');
    const pair = /^([a-z0-9]{26})__([a-z0-9]{26})$/.exec(plainName);
    if (pair) return directChannelBetween(hook, pair[1]!, pair[2]!);
    const found = await undefinedIfMissing(channels.byName(hook.teamid, plainName.toLowerCase()));
    if (!found) throw unknownChannel(plainName);
    return found.id;
  }

  async function directChannelTo(hook: IncomingWebhookRow, username: string): Promise<string> {
    const user = await undefinedIfMissing(users.byUsername(username));
    if (!user) throw unknownUser(username);
    if (user.id === hook.userid) throw directMessageToCreator();
    return (await channels.directChannel(hook.userid, user.id, hook.userid)).id;
  }

  async function directChannelBetween(hook: IncomingWebhookRow, one: string, other: string): Promise<string> {
    if (one === other && one === hook.userid) throw directMessageToCreator();
    const found = await undefinedIfMissing(channels.byName('', [one, other].sort().join('__')));
    if (found) return found.id;
    // A hook speaks for its owner: it may open the owner's own conversations, and nobody else's.
    const partner = one === hook.userid ? other : other === hook.userid ? one : undefined;
    if (partner === undefined || !(await undefinedIfMissing(users.byId(partner))))
      throw unknownChannel(`${one}__${other}`);
    return (await channels.directChannel(hook.userid, partner, hook.userid)).id;
  }

  async function requireReadable(hook: KeyedHookRow, channelId: string): Promise<void> {
    if (hook.ownerroles === null) throw creatorGone();
    const standing = await permissions.channelStanding(hook.userid, channelId);
    if (!standing || standing.deleteAt > 0) throw unknownChannel(channelId);
    if (standing.type === 'O') return;
    const owner = {userId: hook.userid, roles: hook.ownerroles.split(' ')};
    if (!(await permissions.can(owner, 'read_channel', {channelId}))) throw noChannelPermission();
  }

  async function deliver(hook: KeyedHookRow | undefined, request: WebhookRequest): Promise<WirePost[]> {
    // Before anything is read: what is too much must cost next to nothing.
    if (hook) await requireWithinLimit(hook.id);
    const payload = await parseWebhookBody(request.contentType, request.body);
    if (payload.text === '' && payload.attachments.length === 0) throw noText();
    if (!hook) throw unknownKey();
    const secrets = [hook.signingsecret, hook.previoussigningsecret].filter(Boolean);
    if (secrets.length > 0) {
      const {signature, signatureTimestamp: timestamp, body} = request;
      const fault = signatureFault({signature, timestamp, body}, secrets, Date.now());
      if (fault) throw badSignature(fault);
    }
    const channelId = await targetOf(hook, payload);
    if (hook.channellocked && channelId !== hook.channelid) throw channelLocked();
    await requireReadable(hook, channelId);
    refuseSystemType(payload.type);
    return integrationPosts.post(
      {channelId, userId: hook.userid},
      {
        text: payload.text,
        attachments: payload.attachments,
        props: payload.props,
        type: payload.type,
        rootId: payload.rootId,
        priority: payload.priority,
        usernames: [payload.username, hook.username],
        iconUrls: [payload.iconUrl, hook.iconurl],
        iconEmoji: payload.iconEmoji,
        webhookDisplayName: hook.displayname,
      },
    );
  }

  /** Notes what came of a request to a hook. */
  function note(
    hook: KeyedHookRow,
    request: {startedAt: number; size: number},
    outcome: {status: number; postid?: string; errorid?: string; error?: string},
  ): void {
    deliveries.record({
      id: newId(),
      hookid: hook.id,
      createat: request.startedAt,
      size: request.size,
      duration: Date.now() - request.startedAt,
      postid: '',
      errorid: '',
      error: '',
      ...outcome,
    });
  }

  return {
    /**
     * Makes the posts that a request asks for. When it returns they are committed (QUALITY 5).
     *
     * @throws AppError as in the reference facts' section 2.4, in that order of checks.
     */
    async receive(request: WebhookRequest): Promise<WirePost[]> {
      if (!config.get().ServiceSettings.EnableIncomingWebhooks) throw hooksDisabled();
      const received = {startedAt: Date.now(), size: request.body.length};
      const hook = await hookOf(request.key);
      try {
        const made = await deliver(hook, request);
        if (hook) note(hook, received, {status: 200, postid: made[0]!.id});
        return made;
      } catch (error) {
        if (hook) note(hook, received, failure(error));
        throw error;
      }
    },

    /** Notes a request that was refused before its body could be read, such as one that is too large. */
    async refused(key: string, {size, error}: {size: number; error: AppError}): Promise<void> {
      const hook = await hookOf(key);
      if (hook) note(hook, {startedAt: Date.now(), size}, failure(error));
    },
  };
}

function failure(error: unknown): {status: number; errorid: string; error: string} {
  return error instanceof AppError
    ? {
        status: error.status,
        errorid: error.id,
        error: sentences(error.message, error.detail).slice(0, 1024),
      }
    : {status: 500, errorid: 'api.context.internal.app_error', error: ''};
}

function refuseSystemType(type: string | undefined): void {
  if (!type?.startsWith('system_')) return;
  throw new AppError({
    id: 'api.context.invalid_param.app_error',
    message: `Invalid type parameter: "${type}" is for the server's own notices. Use a name that begins with custom_.`,
    status: 400,
    path: 'type',
  });
}

/** Texts that are there, one after the other, each with its full stop. */
function sentences(...texts: (string | undefined)[]): string {
  return texts.flatMap((text) => (text ? [text.replace(/\.?$/, '.')] : [])).join(' ');
}
