import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Users} from '../../messaging/users/users.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {forbidden} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {newId} from '../../platform/ids/ids.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {urlFault} from '../../platform/outbound-http/outbound-url.ts';
import {createManagementRights} from '../management-rights/management-rights.ts';
import {requireTextsFit} from '../text-limits/text-limits.ts';
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
  enableHook,
  insertHook,
  markHooksOfChannelDeleted,
  type OutgoingWebhookRow,
  selectHook,
  selectHooks,
  selectListeningHooks,
  updateHook,
} from './store.ts';

export type {DeliveryRow} from './outbox-store.ts';
export type {OutgoingWebhookRow} from './store.ts';

export type OutgoingWebhooks = ReturnType<typeof createOutgoingWebhooks>;

/** Who has which outgoing webhooks (reference facts, section 3). */
export function createOutgoingWebhooks({
  database,
  config,
  events,
  log,
  channels,
  users,
  permissions,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  channels: Channels;
  users: Users;
  permissions: Permissions;
}) {
  const management = createManagementRights(permissions, 'outgoing_webhooks');
  const changed = (teamId: string) => events.publish('outgoing-webhooks:changed', {teamId});

  events.subscribe('channel:archived', ({channel}) => {
    markHooksOfChannelDeleted(database, channel.id, Date.now()).then(
      (teamIds) => teamIds.forEach(changed),
      (error) =>
        log.error({err: error, channelId: channel.id}, "could not delete an archived channel's webhooks"),
    );
  });

  function requireEnabled(): void {
    if (!config.get().ServiceSettings.EnableOutgoingWebhooks) throw hooksDisabled();
  }

  async function managed(actor: Session, id: string): Promise<OutgoingWebhookRow> {
    requireEnabled();
    const hook = await selectHook(database, id);
    if (!hook) throw hookNotFound(id);
    await management.require(actor, {teamId: hook.teamid, ownerId: hook.creatorid});
    return hook;
  }

  /**
   * @throws AppError 404 for an unknown channel, 400 for another team's, 403 for one that is private, unless that is
   *   what the hook is for and both the actor and its owner are in it.
   */
  async function requireChannel(actor: Session, hook: OutgoingWebhookRow): Promise<void> {
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

  async function save(hook: OutgoingWebhookRow): Promise<OutgoingWebhookRow> {
    const saved = {...hook, updateat: Date.now()};
    await updateHook(database, saved);
    changed(hook.teamid);
    return saved;
  }

  return {
    /** Makes a webhook. @throws AppError 400 for a field that is not valid, 403, 404 for an unknown channel, 501. */
    async create(actor: Session, input: Static<typeof NewOutgoingWebhook>): Promise<OutgoingWebhookRow> {
      requireEnabled();
      if (actor.isBot) throw forbidden('a webhook cannot belong to a bot');
      await management.require(actor, {teamId: input.team_id, ownerId: actor.userId});
      const now = Date.now();
      const hook: OutgoingWebhookRow = {
        id: newId(),
        token: newId(),
        createat: now,
        updateat: now,
        deleteat: 0,
        creatorid: actor.userId,
        teamid: input.team_id,
        signingsecret: '',
        failedattempts: 0,
        failingsince: 0,
        disabledat: 0,
        allowprivatechannel: input.allow_private_channel ?? false,
        ...fieldsOf(input),
      };
      requireValid(hook);
      await requireChannel(actor, hook);
      await requireNoOverlap(hook, 'create');
      await insertHook(database, hook);
      changed(hook.teamid);
      return hook;
    },

    get: managed,

    /** The hooks that the actor may manage. @throws AppError 403 for who may manage none there. */
    async list(
      actor: Session,
      {
        teamId,
        channelId,
        offset,
        limit,
      }: {teamId?: string; channelId?: string; offset: number; limit: number},
    ): Promise<OutgoingWebhookRow[]> {
      requireEnabled();
      const team = teamId || (channelId ? (await channels.byId(channelId)).teamid : '');
      const {own, others} = await management.rightsIn(actor, team || undefined);
      if (!own) throw forbidden('manage_own_outgoing_webhooks');
      const creatorId = others ? undefined : actor.userId;
      return selectHooks(database, {teamId: team, channelId, creatorId, offset, limit});
    },

    /** Changes a webhook. Its team, its owner and its token stay. */
    async update(
      actor: Session,
      id: string,
      input: Static<typeof OutgoingWebhookUpdate>,
    ): Promise<OutgoingWebhookRow> {
      const hook = await managed(actor, id);
      if (input.team_id && input.team_id !== hook.teamid) throw otherTeam('team_id');
      const updated = {
        ...hook,
        ...fieldsOf(input),
        allowprivatechannel: input.allow_private_channel ?? hook.allowprivatechannel,
      };
      requireValid(updated);
      await requireChannel(actor, updated);
      await requireNoOverlap(updated, 'update');
      return save(updated);
    },

    /** Deletes a webhook; what it has not delivered yet is not delivered. */
    async remove(actor: Session, id: string): Promise<void> {
      await save({...(await managed(actor, id)), deleteat: Date.now()});
    },

    /** Gives a webhook a new token: the old one is no longer sent. */
    async regenerateToken(actor: Session, id: string): Promise<OutgoingWebhookRow> {
      return save({...(await managed(actor, id)), token: newId()});
    },

    /** Gives a webhook to another person, as whom what it is answered is posted then. */
    async transfer(actor: Session, id: string, userId: string): Promise<OutgoingWebhookRow> {
      const hook = await managed(actor, id);
      await management.requireNewOwner(actor, {teamId: hook.teamid, userId, users});
      const given = {...hook, creatorid: userId};
      await requireChannel(actor, given);
      return save(given);
    },

    /** Makes a secret with which requests are signed from now on, returned here and nowhere else. */
    async rotateSigningSecret(actor: Session, id: string): Promise<{secret: string}> {
      const secret = newId() + newId();
      await save({...(await managed(actor, id)), signingsecret: secret});
      return {secret};
    },

    /** Signs requests no longer. */
    async dropSigning(actor: Session, id: string): Promise<void> {
      await save({...(await managed(actor, id)), signingsecret: ''});
    },

    /** Switches a webhook on again that the server has switched off. */
    async enable(actor: Session, id: string): Promise<OutgoingWebhookRow> {
      const hook = await managed(actor, id);
      const now = Date.now();
      await enableHook(database, id, now);
      changed(hook.teamid);
      return {...hook, updateat: now, disabledat: 0, failedattempts: 0, failingsince: 0};
    },

    /** What a webhook has delivered and what waits, newest first. */
    async deliveries(
      actor: Session,
      id: string,
      page: {offset: number; limit: number},
    ): Promise<DeliveryRow[]> {
      await managed(actor, id);
      return selectDeliveries(database, id, page);
    },

    /** Makes a delivery once more, under the same id. @throws AppError 404 if the hook has no such delivery. */
    async redeliver(actor: Session, id: string, deliveryId: string): Promise<DeliveryRow> {
      await managed(actor, id);
      const delivery = await restartDelivery(database, {id: deliveryId, hookId: id, now: Date.now()});
      if (!delivery) throw deliveryNotFound(deliveryId);
      events.publish('outgoing-delivery:waiting', {});
      return delivery;
    },
  };
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

/** @throws AppError 400 for a field out of its bounds (reference facts, section 3). */
function requireValid(hook: OutgoingWebhookRow): void {
  if (hook.channelid === '' && hook.triggerwords.length === 0) throw noTrigger();
  if (hook.triggerwords.includes('')) throw invalidHook('trigger_words', 'A trigger word is empty.');
  if (hook.callbackurls.length === 0) throw invalidHook('callback_urls', 'Name at least one URL to call.');
  for (const [index, url] of hook.callbackurls.entries()) {
    const fault = urlFault(url);
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
        `"${field}" has ${length} characters as JSON; at most ${MAX_LIST} are allowed.`,
      );
    }
  }
  requireTextsFit(
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
