import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import {cannotOwn, changedColumns, type Ownership} from '../ownership/ownership.ts';
import {hookNotFound, invalidHook, managementDisabled} from './errors.ts';
import type {IncomingWebhookUpdate, NewIncomingWebhook} from './schema.ts';
import {
  countHooks,
  type DeliveryRow,
  type IncomingWebhookRow,
  insertHook,
  markHooksOfChannelDeleted,
  replaceKey,
  selectDeliveries,
  selectHookById,
  selectHookByKeyOrId,
  selectHooks,
  updateHook,
  updateOwner,
} from './store.ts';

export {type DeliveryRow, deleteHooksOf as deleteIncomingWebhooksOf} from './store.ts';

/**
 * A webhook as shown to a user. The key is in plain text, or undefined for users who must not post in the owner's name.
 */
export type VisibleIncomingWebhook = Omit<IncomingWebhookRow, 'key'> & {key: string | undefined};

const MAX_DESCRIPTION_CHARACTERS = 500;
/** The maximum number of webhooks of a team (docs/specification.md#incoming-webhooks). */
const MAX_PER_TEAM = 10_000;

export type IncomingWebhooks = ReturnType<typeof createIncomingWebhooks>;

/** Creates, updates and deletes incoming webhooks (docs/specification.md#incoming-webhooks). */
export function createIncomingWebhooks({
  database,
  config,
  events,
  channels,
  permissions,
  onBehalf,
  ownership,
  sealing,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  channels: Channels;
  permissions: Permissions;
  onBehalf: OnBehalf;
  ownership: Ownership;
  sealing: Sealing;
}) {
  const keys = sealing.column('IncomingWebhooks', 'Key');
  const signingSecrets = sealing.column('IncomingWebhooks', 'SigningSecret');
  const previousSecrets = sealing.column('IncomingWebhooks', 'PreviousSigningSecret');

  const keyOf = (row: IncomingWebhookRow) => keys.open(row.id, row.key);

  const owned = ownership.ofWebhooks<IncomingWebhookRow>({
    name: 'incoming_webhook',
    permissions: 'incoming_webhooks',
    setting: 'EnableIncomingWebhooks',
    noun: 'webhook',
    maxPerTeam: MAX_PER_TEAM,
    countInTeam: (db, teamId) => countHooks(db, {teamId}),
    disabled: managementDisabled,
    notFound: hookNotFound,
    ownerOf: (row) => row.userid,
    apiIdOf: keyOf,
    find: selectHookByKeyOrId,
    findById: selectHookById,
    update: updateHook,
    setOwner: updateOwner,
    deleteOfChannel: markHooksOfChannelDeleted,
    async requireOwnerThere(actor, {channelid}, userId) {
      const denial = await onBehalf.postDenial(userId, channelid, 'joinable');
      if (denial) throw cannotOwn(actor, userId, denial.message);
    },
    announce(changed) {
      for (const {id} of changed) events.publish('incoming-webhook:changed', {hookId: id});
    },
  });

  /** Only the owner and system administrators see the key, because it allows posting in the owner's name. */
  async function toVisible(actor: Session, row: IncomingWebhookRow): Promise<VisibleIncomingWebhook> {
    const isShown = await owned.isOwnerOrAdmin(actor, row.userid);
    return {...row, key: isShown ? keyOf(row) : undefined};
  }

  function createKey(hookId: string): Pick<IncomingWebhookRow, 'key' | 'keyhash'> {
    const key = newId();
    return {key: keys.seal(hookId, key), keyhash: hashToken(key)};
  }

  /** @throws AppError 404 for an unknown channel, 400 for a direct one, 403 for one that the actor cannot read */
  async function requireTarget(actor: Session, channelId: string) {
    const channel = await channels.byId(channelId);
    if (channel.teamid === '')
      throw invalidBodyParam('channel_id', 'A webhook must belong to a channel in a team.');
    if (channel.type !== 'O') await permissions.require(actor, 'read_channel', {channelId});
    return channel;
  }

  /** The name and icon are only stored if overriding them is enabled (docs/specification.md#incoming-webhooks). */
  function withAllowedOverrides(hook: IncomingWebhookRow): IncomingWebhookRow {
    const {EnablePostUsernameOverride, EnablePostIconOverride} = config.get().ServiceSettings;
    return {
      ...hook,
      username: EnablePostUsernameOverride ? hook.username : '',
      iconurl: EnablePostIconOverride ? hook.iconurl : '',
    };
  }

  return {
    /**
     * Creates a webhook that belongs to the actor, or to another user if the actor is a system administrator.
     *
     * @throws AppError 400 for an invalid field, 403, 404 for an unknown channel, 501
     */
    async create(actor: Session, input: Static<typeof NewIncomingWebhook>): Promise<VisibleIncomingWebhook> {
      owned.requireCreator(actor);
      const channel = await channels.byId(input.channel_id);
      await owned.require(actor, {teamId: channel.teamid, ownerId: actor.userId});
      const userId = await owned.ownerOfNew(actor, input.user_id, 'user_id');
      await requireTarget(actor, channel.id);
      await owned.requireRoom(channel.teamid);
      const row = owned.newRow();
      const {id} = row;
      const hook = withAllowedOverrides({
        ...row,
        ...createKey(id),
        userid: userId,
        channelid: channel.id,
        teamid: channel.teamid,
        displayname: input.display_name ?? '',
        description: input.description ?? '',
        username: input.username ?? '',
        iconurl: input.icon_url ?? '',
        channellocked: input.channel_locked ?? false,
        signingsecret: signingSecrets.seal(id, ''),
        previoussigningsecret: previousSecrets.seal(id, ''),
      });
      requireValid(hook);
      await owned.requireOwner(actor, hook, userId);
      await insertHook(database, hook);
      return toVisible(actor, hook);
    },

    async get(actor: Session, apiId: string): Promise<VisibleIncomingWebhook> {
      return toVisible(actor, await owned.managed(actor, apiId));
    },

    /**
     * The webhooks that the actor may manage, of one team or of all.
     *
     * @throws AppError 403 if the actor may not manage any
     */
    async list(
      actor: Session,
      {teamId, offset, limit}: {teamId: string | undefined; offset: number; limit: number},
    ): Promise<{hooks: VisibleIncomingWebhook[]; count(): Promise<number>}> {
      owned.requireEnabled();
      const filter = {teamId, userId: await owned.listedOwner(actor, teamId)};
      const rows = await selectHooks(database, {...filter, offset, limit});
      return {
        hooks: await Promise.all(rows.map((row) => toVisible(actor, row))),
        count: () => countHooks(database, filter),
      };
    },

    /**
     * Updates a webhook. Its team and owner cannot change. Only the owner and system administrators can make it reach
     * more channels, because it posts in the owner's name.
     */
    async update(
      actor: Session,
      apiId: string,
      input: Static<typeof IncomingWebhookUpdate>,
    ): Promise<VisibleIncomingWebhook> {
      const hook = await owned.managed(actor, apiId);
      const channelId = input.channel_id || hook.channelid;
      if (channelId !== hook.channelid) {
        const channel = await requireTarget(actor, channelId);
        if (channel.teamid !== hook.teamid) throw teamMismatch();
      }
      if (input.team_id && input.team_id !== hook.teamid) throw teamMismatch();
      const isUnlocked = hook.channellocked && input.channel_locked === false;
      const reachesMore = channelId !== hook.channelid || isUnlocked;
      if (reachesMore) await owned.requireOwnerOrAdmin(actor, hook.userid, 'change where it posts');
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
      if (channelId !== hook.channelid) await owned.requireOwner(actor, changed, changed.userid);
      return toVisible(
        actor,
        await owned.save(hook, changedColumns(hook, changed), {endsOffer: reachesMore}),
      );
    },

    /** Deletes a webhook. Its key stops working. */
    async remove(actor: Session, apiId: string): Promise<void> {
      await owned.save(await owned.managed(actor, apiId), {deleteat: Date.now()});
    },

    /**
     * Replaces the key of a webhook, which is also its id for the owner. The old key stays valid for `overlap`
     * milliseconds.
     *
     * @throws AppError 403 unless the actor is the owner or a system administrator, 404
     */
    async regenerate(actor: Session, apiId: string, overlap: number): Promise<VisibleIncomingWebhook> {
      const hook = await owned.managed(actor, apiId);
      await owned.requireOwnerOrAdmin(actor, hook.userid, 'regenerate its key');
      const now = Date.now();
      const fresh = createKey(hook.id);
      const isReplaced = await database.transaction((tx) =>
        replaceKey(tx, hook, {...fresh, validUntil: now + overlap, now}),
      );
      // Someone changed the key or the owner, or deleted the webhook in the meantime, so the checks have to run again.
      if (!isReplaced) return this.regenerate(actor, apiId, overlap);
      owned.announce(hook);
      return toVisible(actor, {...hook, ...fresh, updateat: now});
    },

    /**
     * Creates a new signing secret, which requests must use from now on. It is only returned here. The previous secret
     * stays valid until the next rotation, so that senders can be changed one by one.
     *
     * @throws AppError 403 unless the actor is the owner or a system administrator, 404
     */
    async rotateSigningSecret(actor: Session, apiId: string): Promise<{secret: string}> {
      const hook = await owned.managed(actor, apiId);
      await owned.requireOwnerOrAdmin(actor, hook.userid, 'change its signing');
      const secret = newId() + newId();
      await owned.save(hook, {
        signingsecret: signingSecrets.seal(hook.id, secret),
        previoussigningsecret: previousSecrets.seal(
          hook.id,
          signingSecrets.open(hook.id, hook.signingsecret),
        ),
      });
      return {secret};
    },

    /** Allows unsigned requests. @throws AppError 403 unless the actor is the owner or a system administrator, 404 */
    async dropSigning(actor: Session, apiId: string): Promise<void> {
      const hook = await owned.managed(actor, apiId);
      await owned.requireOwnerOrAdmin(actor, hook.userid, 'change its signing');
      await owned.save(hook, {
        signingsecret: signingSecrets.seal(hook.id, ''),
        previoussigningsecret: previousSecrets.seal(hook.id, ''),
      });
    },

    /** The last requests to a webhook, newest first. */
    async deliveries(
      actor: Session,
      apiId: string,
      page: {offset: number; limit: number},
    ): Promise<DeliveryRow[]> {
      const {id} = await owned.managed(actor, apiId);
      return selectDeliveries(database, id, page);
    },
  };
}

const USERNAME = /^[a-z0-9._-]{1,64}$/;

/** @throws AppError 400 for an invalid field (docs/specification.md#incoming-webhooks) */
function requireValid(hook: IncomingWebhookRow): void {
  const bytes = (field: string, name: string, value: string, limit: number) => {
    const size = Buffer.byteLength(value);
    if (size > limit) throw invalidHook(field, `${name} has ${size} bytes. At most ${limit} are allowed.`);
  };
  bytes('display_name', 'The display name', hook.displayname, 64);
  bytes('icon_url', 'The icon URL', hook.iconurl, 1024);
  const characters = countCodePoints(hook.description);
  if (characters > MAX_DESCRIPTION_CHARACTERS) {
    throw invalidHook(
      'description',
      `The description has ${characters} characters. At most ${MAX_DESCRIPTION_CHARACTERS} are allowed.`,
    );
  }
  if (hook.username !== '' && !USERNAME.test(hook.username.toLowerCase())) {
    throw new AppError({
      id: 'api.incoming_webhook.invalid_username.app_error',
      message: `"${hook.username}" is not a valid username for posts. Use 1 to 64 of a–z, 0–9, ".", "-" and "_".`,
      status: 400,
      path: 'username',
    });
  }
}

function teamMismatch(): AppError {
  return new AppError({
    id: 'api.webhook.team_mismatch.app_error',
    message: 'A webhook cannot move to another team. Create a new one there.',
    status: 400,
    path: 'team_id',
  });
}
