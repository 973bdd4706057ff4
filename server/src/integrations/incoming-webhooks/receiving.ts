import {type Channels, directChannelName} from '../../messaging/channels/channels.ts';
import {actorFor, type Denial, type OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {WirePost} from '../../messaging/posts/posts.ts';
import {rejectReservedType} from '../../messaging/posts/posts.ts';
import type {UserRow, Users} from '../../messaging/users/users.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {isValidId, newId} from '../../platform/database/ids.ts';
import {AppError, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {createMemoryRateLimitStore, shareOfLimit} from '../../platform/rate-limit/memory-store.ts';
import {consumeRateLimit} from '../../platform/rate-limit/rate-limit.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {signatureProblem} from '../integration-calls/integration-calls.ts';
import type {IntegrationPosts} from '../integration-posts/integration-posts.ts';
import {parseWebhookBody} from './body.ts';
import type {DeliveryLog} from './delivery-log.ts';
import {
  badSignature,
  cannotReachChannel,
  channelLocked,
  directMessageToCreator,
  hooksDisabled,
  noText,
  ownerNotUsable,
  tooManyRequests,
  unknownChannel,
  unknownKey,
  unknownUser,
} from './errors.ts';
import type {WebhookPayload} from './payload.ts';
import {type KeyedHookRow, selectHookByKey} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** An incoming webhook was updated or deleted, or its key changed. */
    'incoming-webhook:changed': {hookId: string};
  }
}

/** A request to a webhook's URL. */
export interface WebhookRequest {
  key: string;
  contentType: string | undefined;
  body: Buffer;
  signature: string | undefined;
  signatureTimestamp: string | undefined;
}

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

/** Receives requests to incoming webhooks and creates their posts. */
export function createWebhookReceiver({
  database,
  config,
  cluster,
  events,
  channels,
  users,
  permissions,
  visibility,
  onBehalf,
  integrationPosts,
  deliveries,
  sealing,
}: {
  database: Database;
  config: Config;
  cluster: Cluster;
  events: EventBus;
  channels: Channels;
  users: Users;
  permissions: Permissions;
  visibility: Visibility;
  onBehalf: OnBehalf;
  integrationPosts: IntegrationPosts;
  deliveries: DeliveryLog;
  sealing: Sealing;
}) {
  const signingSecrets = sealing.column('IncomingWebhooks', 'SigningSecret');
  const previousSecrets = sealing.column('IncomingWebhooks', 'PreviousSigningSecret');

  const byKey = createReadThroughCache<KeyedHookRow>({
    maxSize: 20_000,
    read: (key) => selectHookByKey(database, key, Date.now()),
  });
  const limits = createMemoryRateLimitStore(20_000);

  events.onEveryNode('caches:stale', () => byKey.clear());
  events.onEveryNode('incoming-webhook:changed', ({hookId}) =>
    byKey.invalidateWhere((hook) => hook.id === hookId),
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
    const limit = shareOfLimit({perSecond: WebhookPerSec, burst: WebhookMaxBurst + 1}, cluster);
    const verdict = await consumeRateLimit(limits, hookId, limit, Date.now());
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter);
  }

  /**
   * Returns the owner, who must be an active user and a member of the webhook's team. Removing the membership or
   * account stops the webhook at the next request.
   *
   * @throws AppError 403
   */
  async function requireOwner({userid, teamid}: KeyedHookRow): Promise<UserRow> {
    const owner = await onBehalf.activeAccount(userid);
    if ('reason' in owner) throw ownerNotUsable(owner.message);
    if (owner.isbot) throw ownerNotUsable(`@${owner.username} is a bot, and a bot cannot own a webhook.`);
    const denial = await onBehalf.teamDenial(userid, teamid);
    if (denial) throw cannotReachChannel(denial.message);
    return owner;
  }

  /** The channel specified in the payload (docs/specification.md#finding-the-channel). */
  async function targetOf(hook: KeyedHookRow, owner: UserRow, {channel}: WebhookPayload): Promise<string> {
    const name = channel?.trim();
    if (!name) return hook.channelid;
    if (name.startsWith('@')) return directChannelTo(hook, owner, name.slice(1));
    const plainName = name.replace(/^#/, '');
    const pair = /^([a-z0-9]{26})__([a-z0-9]{26})$/.exec(plainName);
    if (pair) return directChannelBetween(hook, owner, pair[1]!, pair[2]!);
    const found = await undefinedIfNotFound(channels.byName(hook.teamid, plainName.toLowerCase()));
    if (!found) throw unknownChannel(plainName);
    return found.id;
  }

  async function directChannelTo(hook: KeyedHookRow, owner: UserRow, username: string): Promise<string> {
    const user = await undefinedIfNotFound(users.byUsername(username));
    if (!user || !(await isVisible(owner, user))) throw unknownUser(username);
    return directChannelWith(hook, owner, user.id);
  }

  async function directChannelBetween(
    hook: KeyedHookRow,
    owner: UserRow,
    one: string,
    other: string,
  ): Promise<string> {
    // A webhook acts for its owner, so it can only reach the owner's own direct channels.
    const partner = one === owner.id ? other : other === owner.id ? one : undefined;
    const user = partner === undefined ? undefined : await users.byIdCached(partner);
    if (!user || !(await isVisible(owner, user))) throw unknownChannel(`${one}__${other}`);
    return directChannelWith(hook, owner, user.id);
  }

  async function isVisible(owner: UserRow, user: UserRow): Promise<boolean> {
    return (await visibility.only(actorFor(owner), [user])).length > 0;
  }

  /** The owner's direct channel with a user, created if the owner may do so. */
  async function directChannelWith(hook: KeyedHookRow, owner: UserRow, partnerId: string): Promise<string> {
    if (partnerId === owner.id) throw directMessageToCreator();
    // Checked before creating a channel that the webhook may not use.
    if (hook.channellocked) throw channelLocked();
    const found = await undefinedIfNotFound(channels.byName('', directChannelName(owner.id, partnerId)));
    if (found) return found.id;
    if (!(await permissions.can(actorFor(owner), 'create_direct_channel'))) {
      throw cannotReachChannel(`@${owner.username} is not allowed to open direct channels.`);
    }
    await visibility.requireMayMessage(actorFor(owner), [partnerId]);
    return (await channels.directChannel(owner.id, partnerId, owner.id)).id;
  }

  /**
   * @throws AppError 404 for a channel of another team, and for a direct or group channel without the owner; 403 if the
   * owner may not post
   */
  async function requireReachable(hook: KeyedHookRow, channelId: string): Promise<void> {
    const standing = await permissions.channelStanding(hook.userid, channelId);
    // Direct and group channels have no team.
    const isOutside = standing?.teamId === '' ? !standing.isMember : standing?.teamId !== hook.teamid;
    if (isOutside) throw unknownChannel(channelId);
    const denial = await onBehalf.postDenial(hook.userid, channelId, 'joinable');
    if (denial) throw denialError(denial, channelId);
  }

  async function deliver(hook: KeyedHookRow | undefined, request: WebhookRequest): Promise<WirePost[]> {
    // Checked before parsing anything, so that rejecting excess requests is cheap.
    if (hook) await requireWithinLimit(hook.id);
    const payload = await parseWebhookBody(request.contentType, request.body);
    if (payload.text === '' && payload.attachments.length === 0) throw noText();
    if (!hook) throw unknownKey();
    const secrets = [
      signingSecrets.open(hook.id, hook.signingsecret),
      previousSecrets.open(hook.id, hook.previoussigningsecret),
    ].filter(Boolean);
    if (secrets.length > 0) {
      const {signature, signatureTimestamp: timestamp, body} = request;
      const fault = signatureProblem({signature, timestamp, body}, secrets, Date.now());
      if (fault) throw badSignature(fault);
    }
    const owner = await requireOwner(hook);
    const channelId = await targetOf(hook, owner, payload);
    if (hook.channellocked && channelId !== hook.channelid) throw channelLocked();
    await requireReachable(hook, channelId);
    rejectReservedType(payload.type ?? '', 'type');
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

  /** Records the result of a request. */
  function record(
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
     * Creates the posts of a request. They are committed when it returns (docs/specification.md#incoming-webhooks).
     *
     * @throws AppError in the order of docs/specification.md#rejecting-a-request
     */
    async receive(request: WebhookRequest): Promise<WirePost[]> {
      if (!config.get().ServiceSettings.EnableIncomingWebhooks) throw hooksDisabled();
      const received = {startedAt: Date.now(), size: request.body.length};
      const hook = await hookOf(request.key);
      try {
        const posts = await deliver(hook, request);
        if (hook) record(hook, received, {status: 200, postid: posts[0]!.id});
        return posts;
      } catch (error) {
        if (hook) record(hook, received, errorFields(error));
        throw error;
      }
    },

    /** Records a request that was rejected before its body could be read, for example because it is too large. */
    async recordRejected(key: string, {size, error}: {size: number; error: AppError}): Promise<void> {
      const hook = await hookOf(key);
      if (hook) record(hook, {startedAt: Date.now(), size}, errorFields(error));
    },
  };
}

function denialError({reason, message}: Denial, channelId: string): AppError {
  return reason === 'channel-archived' ? unknownChannel(channelId) : cannotReachChannel(message);
}

function errorFields(error: unknown): {status: number; errorid: string; error: string} {
  return error instanceof AppError
    ? {
        status: error.status,
        errorid: error.id,
        error: sentences(error.message, error.detail).slice(0, 1024),
      }
    : {status: 500, errorid: 'api.context.internal.app_error', error: ''};
}

/** Joins sentences, each with a period. */
function sentences(...texts: (string | undefined)[]): string {
  return texts.flatMap((text) => (text ? [text.replace(/\.?$/, '.')] : [])).join(' ');
}
