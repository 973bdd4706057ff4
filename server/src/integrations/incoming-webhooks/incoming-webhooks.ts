import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Users} from '../../messaging/users/users.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, forbidden, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {newId} from '../../platform/ids/ids.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {createManagementRights, requireOwner} from '../management-rights/management-rights.ts';
import {hookNotFound, invalidHook, managementDisabled} from './errors.ts';
import type {IncomingWebhookUpdate, NewIncomingWebhook} from './schema.ts';
import {
  countHooks,
  type DeliveryRow,
  type IncomingWebhookRow,
  insertHook,
  markHookDeleted,
  markHooksOfChannelDeleted,
  replaceKey,
  selectDeliveries,
  selectHook,
  selectHooks,
  updateHook,
} from './store.ts';

export type {DeliveryRow, IncomingWebhookRow} from './store.ts';

const MAX_DESCRIPTION_CHARACTERS = 500;

export type IncomingWebhooks = ReturnType<typeof createIncomingWebhooks>;

/** Who has which incoming webhooks (reference facts, section 2.1). */
export function createIncomingWebhooks({
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
  const management = createManagementRights(permissions, 'incoming_webhooks');

  events.subscribe('channel:archived', ({channel}) => {
    markHooksOfChannelDeleted(database, channel.id, Date.now()).then(
      (ids) => {
        for (const hookId of ids) events.publish('incoming-webhook:changed', {hookId});
      },
      (error) =>
        log.error({err: error, channelId: channel.id}, "could not delete an archived channel's webhooks"),
    );
  });

  function requireEnabled(): void {
    if (!config.get().ServiceSettings.EnableIncomingWebhooks) throw managementDisabled();
  }

  async function requireHook(id: string): Promise<IncomingWebhookRow> {
    const hook = await selectHook(database, id);
    if (!hook) throw hookNotFound(id);
    return hook;
  }

  /** A hook of the actor's, or one of those that the actor may manage. */
  async function managed(actor: Session, id: string): Promise<IncomingWebhookRow> {
    requireEnabled();
    const hook = await requireHook(id);
    await management.require(actor, {teamId: hook.teamid, ownerId: hook.userid});
    return hook;
  }

  /** @throws AppError 404 for an unknown channel, 400 for a direct one, 403 for one that the actor cannot read. */
  async function requireTarget(actor: Session, channelId: string) {
    const channel = await channels.byId(channelId);
    if (channel.teamid === '')
      throw invalidBodyParam('channel_id', 'A webhook belongs to a channel of a team.');
    if (channel.type !== 'O') await permissions.require(actor, 'read_channel', {channelId});
    return channel;
  }

  /** Where overrides are off, what would override is not kept (reference facts, section 2.1). */
  function withAllowedOverrides(hook: IncomingWebhookRow): IncomingWebhookRow {
    const {EnablePostUsernameOverride, EnablePostIconOverride} = config.get().ServiceSettings;
    return {
      ...hook,
      username: EnablePostUsernameOverride ? hook.username : '',
      iconurl: EnablePostIconOverride ? hook.iconurl : '',
    };
  }

  async function save(hook: IncomingWebhookRow): Promise<IncomingWebhookRow> {
    const changed = {...hook, updateat: Date.now()};
    await updateHook(database, changed);
    events.publish('incoming-webhook:changed', {hookId: hook.id});
    return changed;
  }

  return {
    /** Makes a webhook. @throws AppError 400 for a field that is not valid, 403, 404 for an unknown channel, 501. */
    async create(actor: Session, input: Static<typeof NewIncomingWebhook>): Promise<IncomingWebhookRow> {
      requireEnabled();
      if (actor.isBot) throw forbidden('a webhook cannot belong to a bot');
      const channel = await channels.byId(input.channel_id);
      const userId = input.user_id || actor.userId;
      await management.require(actor, {teamId: channel.teamid, ownerId: userId});
      await requireTarget(actor, channel.id);
      if (userId !== actor.userId) await requireOwner(users, userId);
      const now = Date.now();
      const hook = withAllowedOverrides({
        id: newId(),
        createat: now,
        updateat: now,
        deleteat: 0,
        userid: userId,
        channelid: channel.id,
        teamid: channel.teamid,
        displayname: input.display_name ?? '',
        description: input.description ?? '',
        username: input.username ?? '',
        iconurl: input.icon_url ?? '',
        channellocked: input.channel_locked ?? false,
        signingsecret: '',
        previoussigningsecret: '',
      });
      requireValid(hook);
      await insertHook(database, hook);
      return hook;
    },

    get: managed,

    /** The hooks that the actor may manage, of one team or of all. @throws AppError 403 for who may manage none. */
    async list(
      actor: Session,
      {teamId, offset, limit}: {teamId: string | undefined; offset: number; limit: number},
    ): Promise<{hooks: IncomingWebhookRow[]; count(): Promise<number>}> {
      requireEnabled();
      const {own, others} = await management.rightsIn(actor, teamId);
      if (!own) throw forbidden('manage_own_incoming_webhooks');
      const filter = {teamId, userId: others ? undefined : actor.userId};
      return {
        hooks: await selectHooks(database, {...filter, offset, limit}),
        count: () => countHooks(database, filter),
      };
    },

    /** Changes a webhook. Its team stays. */
    async update(
      actor: Session,
      id: string,
      input: Static<typeof IncomingWebhookUpdate>,
    ): Promise<IncomingWebhookRow> {
      const hook = await managed(actor, id);
      const channelId = input.channel_id || hook.channelid;
      if (channelId !== hook.channelid) {
        const channel = await requireTarget(actor, channelId);
        if (channel.teamid !== hook.teamid) throw teamMismatch();
      }
      if (input.team_id && input.team_id !== hook.teamid) throw teamMismatch();
      const changed = withAllowedOverrides({
        ...hook,
        channelid: channelId,
        displayname: input.display_name ?? hook.displayname,
        description: input.description ?? hook.description,
        username: input.username ?? hook.username,
        iconurl: input.icon_url ?? hook.iconurl,
        channellocked: input.channel_locked ?? hook.channellocked,
      });
      requireValid(changed);
      return save(changed);
    },

    /** Deletes a webhook: its key opens nothing any more. */
    async remove(actor: Session, id: string): Promise<void> {
      await managed(actor, id);
      await markHookDeleted(database, id, Date.now());
      events.publish('incoming-webhook:changed', {hookId: id});
    },

    /** Gives a webhook a new key, which is its new id. The old one stays valid for `overlap` milliseconds. */
    async regenerate(actor: Session, id: string, overlap: number): Promise<IncomingWebhookRow> {
      const hook = await managed(actor, id);
      const now = Date.now();
      const key = newId();
      await database.transaction((tx) => replaceKey(tx, {id, newId: key, validUntil: now + overlap, now}));
      events.publish('incoming-webhook:changed', {hookId: id});
      return {...hook, id: key, updateat: now};
    },

    /** Gives a webhook to another person, whose channels it then may post to. */
    async transfer(actor: Session, id: string, userId: string): Promise<IncomingWebhookRow> {
      const hook = await managed(actor, id);
      await management.requireNewOwner(actor, {teamId: hook.teamid, userId, users});
      return save({...hook, userid: userId});
    },

    /**
     * Makes a secret that requests have to be signed with from now on, returned here and nowhere else. The one before
     * it stays valid until the next, so that senders can be changed one after another.
     */
    async rotateSigningSecret(actor: Session, id: string): Promise<{secret: string}> {
      const hook = await managed(actor, id);
      const secret = newId() + newId();
      await save({...hook, signingsecret: secret, previoussigningsecret: hook.signingsecret});
      return {secret};
    },

    /** Lets unsigned requests in again. */
    async dropSigning(actor: Session, id: string): Promise<void> {
      await save({...(await managed(actor, id)), signingsecret: '', previoussigningsecret: ''});
    },

    /** The last requests to a webhook, newest first. */
    async deliveries(
      actor: Session,
      id: string,
      page: {offset: number; limit: number},
    ): Promise<DeliveryRow[]> {
      await managed(actor, id);
      return selectDeliveries(database, id, page);
    },
  };
}

const USERNAME = /^[a-z0-9._-]{1,64}$/;

/** @throws AppError 400 for a field over its limit (reference facts, section 2.1; specification, Limits). */
function requireValid(hook: IncomingWebhookRow): void {
  const bytes = (field: string, name: string, value: string, limit: number) => {
    const size = Buffer.byteLength(value);
    if (size > limit) throw invalidHook(field, `${name} has ${size} bytes; at most ${limit} are allowed.`);
  };
  bytes('display_name', 'The display name', hook.displayname, 64);
  bytes('icon_url', 'The address of the icon', hook.iconurl, 1024);
  const characters = [...hook.description].length;
  if (characters > MAX_DESCRIPTION_CHARACTERS) {
    throw invalidHook(
      'description',
      `The description has ${characters} characters; at most ${MAX_DESCRIPTION_CHARACTERS} are allowed.`,
    );
  }
  if (hook.username !== '' && !USERNAME.test(hook.username.toLowerCase())) {
    throw new AppError({
      id: 'api.incoming_webhook.invalid_username.app_error',
      message: `"${hook.username}" cannot be a posting name: it has 1 to 64 of a–z, 0–9, ".", "-" and "_".`,
      status: 400,
      path: 'username',
    });
  }
}

function teamMismatch(): AppError {
  return new AppError({
    id: 'api.webhook.team_mismatch.app_error',
    message: 'A webhook cannot move to another team. Make a new one there.',
    status: 400,
    path: 'team_id',
  });
}
