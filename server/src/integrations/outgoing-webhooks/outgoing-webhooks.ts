import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {checkTextLimits} from '../../platform/errors/text-limits.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {urlProblem} from '../../platform/outbound-http/outbound-url.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {changedColumns, type Ownership} from '../ownership/ownership.ts';
import {
  deliveryNotFound,
  hookNotFound,
  hooksDisabled,
  invalidHook,
  noTrigger,
  notInChannel,
  notPublic,
  otherTeam,
  overlapping,
} from './errors.ts';
import {type DeliveryRow, restartDelivery, selectDeliveries} from './outbox-store.ts';
import type {NewOutgoingWebhook, OutgoingWebhookUpdate} from './schema.ts';
import {
  countHooksOfTeam,
  insertHook,
  markHooksOfChannelDeleted,
  type OutgoingWebhookRow,
  selectHook,
  selectHooks,
  selectListeningHooks,
  updateHook,
  updateOwner,
} from './store.ts';

export type {DeliveryRow} from './outbox-store.ts';
export {deleteHooksOf as deleteOutgoingWebhooksOf} from './store.ts';

/** A webhook with its token in plain text. */
export type OutgoingWebhookWithToken = Omit<OutgoingWebhookRow, 'token'> & {token: string};

/** The maximum number of webhooks of a team (docs/specification.md#outgoing-webhooks). */
const MAX_PER_TEAM = 1000;

export type OutgoingWebhooks = ReturnType<typeof createOutgoingWebhooks>;

/** Creates, updates and deletes outgoing webhooks (docs/specification.md#outgoing-webhooks). */
export function createOutgoingWebhooks({
  database,
  events,
  channels,
  permissions,
  ownership,
  sealing,
}: {
  database: Database;
  events: EventBus;
  channels: Channels;
  permissions: Permissions;
  ownership: Ownership;
  sealing: Sealing;
}) {
  const tokens = sealing.column('OutgoingWebhooks', 'Token');
  const signingSecrets = sealing.column('OutgoingWebhooks', 'SigningSecret');

  const owned = ownership.ofWebhooks<OutgoingWebhookRow>({
    name: 'outgoing_webhook',
    permissions: 'outgoing_webhooks',
    setting: 'EnableOutgoingWebhooks',
    noun: 'webhook',
    maxPerTeam: MAX_PER_TEAM,
    countInTeam: countHooksOfTeam,
    disabled: hooksDisabled,
    notFound: hookNotFound,
    ownerOf: (row) => row.creatorid,
    apiIdOf: (row) => row.id,
    find: selectHook,
    findById: selectHook,
    update: updateHook,
    setOwner: updateOwner,
    deleteOfChannel: markHooksOfChannelDeleted,
    requireOwnerThere: (actor, row, userId) => requireChannel(actor, {...row, creatorid: userId}),
    announce(changed) {
      for (const teamId of new Set(changed.map((hook) => hook.teamid))) {
        events.publish('outgoing-webhooks:changed', {teamId});
      }
    },
  });

  const withToken = (row: OutgoingWebhookRow): OutgoingWebhookWithToken => ({
    ...row,
    token: tokens.open(row.id, row.token),
  });

  /**
   * @throws AppError 404 for an unknown channel, 400 for one of another team, 403 for a private one, unless the webhook
   * allows it and the actor and owner are members
   */
  async function requireChannel(actor: Actor, hook: OutgoingWebhookRow): Promise<void> {
    if (hook.channelid === '') return;
    const channel = await channels.byId(hook.channelid);
    if (channel.type !== 'O') {
      if (channel.type !== 'P' || !hook.allowprivatechannel) throw notPublic();
      for (const userId of [actor.userId, hook.creatorid]) {
        if (!(await permissions.channelStanding(userId, channel.id))?.isMember) throw notInChannel(userId);
      }
    }
    if (channel.teamid !== hook.teamid) throw otherTeam('channel_id');
  }

  async function requireNoOverlap(hook: OutgoingWebhookRow, act: 'create' | 'update'): Promise<void> {
    for (const other of await selectListeningHooks(database, hook.teamid)) {
      if (other.id === hook.id || other.channelid !== hook.channelid) continue;
      const sharesUrl = other.callbackurls.some((url) => hook.callbackurls.includes(url));
      const sharesWord = other.triggerwords.some((word) => hook.triggerwords.includes(word));
      if (sharesUrl && sharesWord) throw overlapping(act);
    }
  }

  return {
    /** Creates a webhook. @throws AppError 400 for an invalid field, 403, 404 for an unknown channel, 501 */
    async create(
      actor: Session,
      input: Static<typeof NewOutgoingWebhook>,
    ): Promise<OutgoingWebhookWithToken> {
      owned.requireCreator(actor);
      await owned.require(actor, {teamId: input.team_id, ownerId: actor.userId});
      const ownerId = await owned.ownerOfNew(actor, input.creator_id, 'creator_id');
      await owned.requireRoom(input.team_id);
      const row = owned.newRow();
      const hook: OutgoingWebhookRow = {
        ...row,
        token: tokens.seal(row.id, newId()),
        creatorid: ownerId,
        teamid: input.team_id,
        signingsecret: signingSecrets.seal(row.id, ''),
        failedattempts: 0,
        failingsince: 0,
        disabledat: 0,
        allowprivatechannel: input.allow_private_channel ?? false,
        ...fieldsOf(input),
      };
      requireValid(hook);
      await owned.requireOwner(actor, hook, ownerId);
      await requireNoOverlap(hook, 'create');
      await insertHook(database, hook);
      owned.announce(hook);
      return withToken(hook);
    },

    async get(actor: Session, id: string): Promise<OutgoingWebhookWithToken> {
      return withToken(await owned.managed(actor, id));
    },

    /** The webhooks that the actor may manage. @throws AppError 403 if the actor may not manage any */
    async list(
      actor: Session,
      {
        teamId,
        channelId,
        offset,
        limit,
      }: {teamId?: string; channelId?: string; offset: number; limit: number},
    ): Promise<OutgoingWebhookWithToken[]> {
      owned.requireEnabled();
      const team = teamId || (channelId ? (await channels.byId(channelId)).teamid : '');
      const creatorId = await owned.listedOwner(actor, team || undefined);
      const rows = await selectHooks(database, {teamId: team, channelId, creatorId, offset, limit});
      return rows.map(withToken);
    },

    /**
     * Updates a webhook, except its team, owner and token. Only the owner and system administrators can change what
     * triggers it and what it calls, because responses are posted in the owner's name.
     */
    async update(
      actor: Session,
      id: string,
      input: Static<typeof OutgoingWebhookUpdate>,
    ): Promise<OutgoingWebhookWithToken> {
      const hook = await owned.managed(actor, id);
      if (input.team_id && input.team_id !== hook.teamid) throw otherTeam('team_id');
      const updated = {
        ...hook,
        ...fieldsOf(input),
        allowprivatechannel: input.allow_private_channel ?? hook.allowprivatechannel,
      };
      requireValid(updated);
      const reachesOthers = reachOf(updated) !== reachOf(hook);
      if (reachesOthers) {
        await owned.requireOwnerOrAdmin(actor, hook.creatorid, 'change what triggers it and what it calls');
      }
      await requireChannel(actor, updated);
      await requireNoOverlap(updated, 'update');
      return withToken(await owned.save(hook, changedColumns(hook, updated), {endsOffer: reachesOthers}));
    },

    /** Deletes a webhook. Pending deliveries are not sent. */
    async remove(actor: Session, id: string): Promise<void> {
      await owned.save(await owned.managed(actor, id), {deleteat: Date.now()});
    },

    /** Regenerates the token of a webhook. The old token is no longer sent. */
    async regenerateToken(actor: Session, id: string): Promise<OutgoingWebhookWithToken> {
      const hook = await owned.managed(actor, id);
      return withToken(await owned.save(hook, {token: tokens.seal(id, newId())}));
    },

    /** Creates a new secret for signing requests. It is only returned here. */
    async rotateSigningSecret(actor: Session, id: string): Promise<{secret: string}> {
      const secret = newId() + newId();
      await owned.save(await owned.managed(actor, id), {signingsecret: signingSecrets.seal(id, secret)});
      return {secret};
    },

    /** Stops signing requests. */
    async dropSigning(actor: Session, id: string): Promise<void> {
      await owned.save(await owned.managed(actor, id), {signingsecret: signingSecrets.seal(id, '')});
    },

    /** Enables a webhook that the server disabled. */
    async enable(actor: Session, id: string): Promise<OutgoingWebhookWithToken> {
      const hook = await owned.managed(actor, id);
      return withToken(await owned.save(hook, {disabledat: 0, failedattempts: 0, failingsince: 0}));
    },

    /** The deliveries of a webhook, newest first. */
    async deliveries(
      actor: Session,
      id: string,
      page: {offset: number; limit: number},
    ): Promise<DeliveryRow[]> {
      await owned.managed(actor, id);
      return selectDeliveries(database, id, page);
    },

    /** Repeats a delivery with the same id. @throws AppError 404 if the webhook has no such delivery */
    async redeliver(actor: Session, id: string, deliveryId: string): Promise<DeliveryRow> {
      await owned.managed(actor, id);
      const delivery = await restartDelivery(database, {id: deliveryId, hookId: id, now: Date.now()});
      if (!delivery) throw deliveryNotFound(deliveryId);
      events.publish('outgoing-delivery:waiting', {});
      return delivery;
    },
  };
}

/** The settings that determine which messages trigger a webhook and who receives them. */
function reachOf(hook: OutgoingWebhookRow): string {
  const {channelid, allowprivatechannel, triggerwords, triggerwhen, callbackurls} = hook;
  return JSON.stringify([channelid, allowprivatechannel, triggerwords, triggerwhen, callbackurls]);
}

function fieldsOf(input: Static<typeof OutgoingWebhookUpdate>) {
  return {
    channelid: input.channel_id ?? '',
    triggerwords: input.trigger_words ?? [],
    triggerwhen: input.trigger_when ?? 0,
    callbackurls: input.callback_urls.map((url) => url.trim()),
    displayname: input.display_name ?? '',
    description: input.description ?? '',
    contenttype: input.content_type ?? '',
    username: input.username ?? '',
    iconurl: input.icon_url ?? '',
  };
}

const MAX_LIST = 1024;

/** @throws AppError 400 for an invalid field (docs/specification.md#outgoing-webhooks) */
function requireValid(hook: OutgoingWebhookRow): void {
  if (hook.channelid === '' && hook.triggerwords.length === 0) throw noTrigger();
  if (hook.triggerwords.includes('')) throw invalidHook('trigger_words', 'A trigger word is empty.');
  if (hook.callbackurls.length === 0) throw invalidHook('callback_urls', 'Specify at least one URL to call.');
  for (const [index, url] of hook.callbackurls.entries()) {
    const fault = urlProblem(url);
    if (fault) {
      throw invalidHook(`callback_urls[${index}]`, `"${url.slice(0, 200)}" cannot be called: ${fault}.`);
    }
  }
  for (const [field, list] of [
    ['trigger_words', hook.triggerwords],
    ['callback_urls', hook.callbackurls],
  ] as const) {
    const length = [...JSON.stringify(list)].length;
    if (length > MAX_LIST) {
      throw invalidHook(
        field,
        `"${field}" has ${length} characters as JSON. At most ${MAX_LIST} are allowed.`,
      );
    }
  }
  checkTextLimits(
    [
      ['display_name', hook.displayname, 64],
      ['description', hook.description, 500],
      ['content_type', hook.contenttype, 128],
      ['username', hook.username, 64],
      ['icon_url', hook.iconurl, 1024],
    ],
    invalidHook,
  );
}
