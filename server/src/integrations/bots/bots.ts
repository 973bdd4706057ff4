import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import {ADMINISTRATOR, type Permissions} from '../../messaging/permissions/permissions.ts';
import type {Posts} from '../../messaging/posts/posts.ts';
import {deleteSessionsOfUsers, type Session} from '../../messaging/sessions/sessions.ts';
import type {UserTexts} from '../../messaging/texts/texts.ts';
import type {UserPatch} from '../../messaging/users/schema.ts';
import {
  activeAdministratorIds,
  type BotAccountChanges,
  convertAccountToBot,
  convertBotToAccount,
  ensureAdministratorRemains,
  insertBotAccount,
  isAdministrator,
  rejectTakenNames,
  requireNoGroup,
  requireStrongPassword,
  requireValidBotUsername,
  type UserRow,
  type Users,
  updateBotAccount,
  updateBotsActivation,
} from '../../messaging/users/users.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, forbidden, invalidBodyParam, invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {requireValidBotTexts} from './rules.ts';
import type {BotPatch, NewBot} from './schema.ts';
import {type BotRow, selectBot, selectBots, selectBotsOfOwner} from './store.ts';

export type {BotRow} from './store.ts';

// A longer list would make the message hard to read (docs/specification.md#bots).
const MAX_BOTS_IN_NOTICE = 10;
/** The same name as on the reference server. */
const SYSTEM_BOT = 'system-bot';

export type Bots = ReturnType<typeof createBots>;

/** Bot accounts (docs/specification.md#bots). */
export function createBots({
  database,
  config,
  events,
  users,
  permissions,
  channels,
  posts,
  userTexts,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  users: Users;
  permissions: Permissions;
  channels: Channels;
  posts: Posts;
  userTexts: UserTexts;
}) {
  events.untilDone('user:deactivated', 'bots', ({userId}, {id}) => ownerDeactivated(userId, id));

  async function ownerDeactivated(ownerId: string, taskId: string): Promise<void> {
    const bots = await selectBotsOfOwner(database, ownerId);
    if (bots.length === 0) return;
    const disable = config.get().ServiceSettings.DisableBotsWhenOwnerIsDeactivated;
    if (disable) await setActive(bots, false);
    const owner = await users.byId(ownerId);
    const named = bots.slice(0, MAX_BOTS_IN_NOTICE).map((bot) => `- @${bot.username}`);
    const what = disable ? 'disabled' : 'enabled';
    for (const userId of await activeAdministratorIds(database)) {
      const {bots: texts} = await userTexts(userId);
      const message = [
        texts.ownerDeactivated[what](`@${owner.username}`),
        ...named,
        ...(bots.length > named.length ? [`- ${texts.more(bots.length - named.length)}`] : []),
        texts.whatToDo[what],
      ].join('\n');
      const {id: channelId} = await channels.directChannel(userId, userId, userId);
      const pendingPostId = `${taskId}:bots`;
      await posts.create({
        channelId,
        userId,
        message,
        type: 'system_generic',
        pendingPostId,
        setOnline: false,
      });
    }
  }

  async function setActive(bots: readonly BotRow[], active: boolean): Promise<void> {
    const now = Date.now();
    const userIds = bots.map((bot) => bot.userid);
    const publishDeactivated = await database.transaction(async (tx) => {
      await updateBotsActivation(tx, userIds, active ? 0 : now, now);
      await deleteSessionsOfUsers(tx, userIds);
      return active
        ? undefined
        : events.record(tx, 'user:deactivated', ...userIds.map((userId) => ({userId})));
    });
    events.publish('users:changed', {userIds});
    for (const userId of userIds) {
      if (!active) events.publish('sessions:revoked', {userId});
      events.publish('user:activation-changed', {userId, active});
    }
    publishDeactivated?.();
  }

  async function requireBot(userId: string): Promise<BotRow> {
    const bot = await selectBot(database, userId);
    if (!bot) throw botNotFound(userId);
    return bot;
  }

  async function canRead(actor: Session, bot: BotRow): Promise<boolean> {
    return permissions.can(actor, bot.ownerid === actor.userId ? 'read_bots' : 'read_others_bots');
  }

  /** The bot, or 404 for an actor who can't read it (docs/specification.md#bots). */
  async function readable(
    actor: Session,
    userId: string,
    {includeDisabled}: {includeDisabled: boolean},
  ): Promise<BotRow> {
    const bot = await requireBot(userId);
    const isHidden = bot.deleteat > 0 && !includeDisabled;
    if (isHidden || !(await canRead(actor, bot))) throw botNotFound(userId);
    return bot;
  }

  /** @throws AppError 403 for a bot that is a system administrator, unless the actor is one */
  async function manageable(actor: Session, userId: string): Promise<BotRow> {
    const bot = await requireBot(userId);
    const isOwn = bot.ownerid === actor.userId;
    const account = await users.byId(userId);
    const permission = isAdministrator(account)
      ? 'manage_system'
      : isOwn
        ? 'manage_bots'
        : 'manage_others_bots';
    if (await permissions.can(actor, permission)) return bot;
    throw (await canRead(actor, bot)) ? forbidden(permission) : botNotFound(userId);
  }

  /**
   * Creates a bot. `ownerId` is the id of a user, or the identifier of code inside the server.
   *
   * @throws AppError 400 for an invalid name or text, or a name that is taken
   */
  async function create(input: Static<typeof NewBot>, ownerId: string): Promise<BotRow> {
    const username = input.username.trim();
    requireValidBotUsername(username);
    const displayName = input.display_name ?? '';
    const description = input.description ?? '';
    requireValidBotTexts({displayName, description});
    const userId = newId();
    const email = emailOf(username);
    const account = {
      userId,
      username,
      email,
      displayName,
      description,
      ownerId,
      roles: 'system_user',
      locale: config.get().LocalizationSettings.DefaultClientLocale,
      now: Date.now(),
    };
    const publish = await database.transaction(async (tx) => {
      await requireNoGroup(tx, [username]);
      await rejectTakenNames({username, email}, () => insertBotAccount(tx, account));
      return events.record(tx, 'user:created', {userId});
    });
    publish();
    return requireBot(userId);
  }

  /** Updates only the given fields, so that concurrent changes don't overwrite each other. */
  async function updateBot(bot: BotRow, changes: BotAccountChanges): Promise<BotRow> {
    const isRenamed = changes.username !== undefined && changes.username !== bot.username;
    const names = isRenamed ? {username: changes.username, email: emailOf(changes.username!)} : {};
    await database.transaction(async (tx) => {
      if (isRenamed) await requireNoGroup(tx, [changes.username!]);
      await rejectTakenNames({username: bot.username, email: emailOf(bot.username), ...names}, () =>
        updateBotAccount(tx, bot.userid, {...changes, ...names}, Date.now()),
      );
    });
    events.publish('users:changed', {userIds: [bot.userid]});
    return requireBot(bot.userid);
  }

  /** The bot that sends messages of the server. Creates it on first use. */
  async function systemBot(): Promise<BotRow> {
    const find = async () => (await users.byUsernames([SYSTEM_BOT])).find(({isbot}) => isbot);
    const known = await find();
    if (known) return requireBot(known.id);
    try {
      return await create({username: SYSTEM_BOT, display_name: 'System'}, 'system');
    } catch (error) {
      // Another server may have created it at the same time. Otherwise, a person has the name.
      const other = await find();
      if (!other) throw error;
      return requireBot(other.id);
    }
  }

  return {
    create,
    systemBot,

    /** Sends the user a direct message from the system bot, so that they see whether notifications arrive. */
    async sendTestNotification(userId: string): Promise<void> {
      const {userid: botId} = await systemBot();
      const {id: channelId} = await channels.directChannel(botId, userId, botId);
      const message = (await userTexts(userId)).bots.testNotification;
      await posts.create({channelId, userId: botId, message, setOnline: false});
    },

    /**
     * Creates a bot that the actor owns, and sends them a message about adding it to channels.
     *
     * @throws AppError 403 for a bot, without the permission, or if creating bots is disabled; 400 as in `create`
     */
    async createFor(actor: Session, input: Static<typeof NewBot>): Promise<BotRow> {
      if (actor.isBot) throw forbidden('a bot cannot create bots');
      await permissions.require(actor, 'create_bot');
      if (!config.get().ServiceSettings.EnableBotAccountCreation) throw creationDisabled();
      const bot = await create(input, actor.userId);
      const {id: channelId} = await channels.directChannel(bot.userid, actor.userId, bot.userid);
      await posts.create({
        channelId,
        userId: bot.userid,
        type: 'add_bot_teams_channels',
        message: (await userTexts(actor.userId)).bots.created,
        setOnline: false,
      });
      return bot;
    },

    get: readable,

    /** The bot, if the actor may manage it. @throws AppError 403; 404 if the actor may not read it */
    getToManage: manageable,

    /** Bots that the actor may read. @throws AppError 403 if the actor may not read any */
    async list(
      actor: Session,
      filter: {includeDisabled: boolean; onlyOrphaned: boolean; offset: number; limit: number},
    ): Promise<BotRow[]> {
      if (await permissions.can(actor, 'read_others_bots')) return selectBots(database, filter);
      await permissions.require(actor, 'read_bots');
      return selectBots(database, {...filter, ownerId: actor.userId});
    },

    /** Updates a bot's username, display name or description. */
    async patch(actor: Session, userId: string, input: Static<typeof BotPatch>): Promise<BotRow> {
      const bot = await manageable(actor, userId);
      const {username, display_name: displayName, description} = input;
      // Converted and imported accounts keep names that a new bot could not have.
      if (username !== undefined && username !== bot.username) requireValidBotUsername(username);
      requireValidBotTexts({
        displayName: displayName ?? bot.displayname,
        description: description ?? bot.description,
      });
      return updateBot(bot, {username, displayName, description});
    },

    /** Enables or disables a bot. Disabling revokes its sessions; its tokens work again when it is enabled. */
    async setEnabled(actor: Session, userId: string, enabled: boolean): Promise<BotRow> {
      const bot = await manageable(actor, userId);
      if ((bot.deleteat === 0) !== enabled) await setActive([bot], enabled);
      return requireBot(userId);
    },

    /** Enables or disables a bot from the command line, without a permission check. */
    async setEnabledByOperator(userId: string, enabled: boolean): Promise<BotRow> {
      const bot = await requireBot(userId);
      if ((bot.deleteat === 0) !== enabled) await setActive([bot], enabled);
      return requireBot(userId);
    },

    /** All bots, for the command line. */
    all: () =>
      selectBots(database, {
        includeDisabled: true,
        onlyOrphaned: false,
        offset: 0,
        limit: Number.MAX_SAFE_INTEGER,
      }),

    /**
     * Assigns a bot to a new owner, who is then responsible for it: the actor, or any active user if the actor is a
     * system administrator.
     *
     * @throws AppError 403 for a bot, or for another user without permission; 400 for a deactivated user; 404 for an
     * unknown user
     */
    async assign(actor: Session, userId: string, ownerId: string): Promise<BotRow> {
      const bot = await manageable(actor, userId);
      const owner = await users.byId(ownerId);
      if (owner.isbot) throw forbidden('a bot cannot own a bot');
      if (ownerId !== actor.userId && !(await permissions.can(actor, 'manage_system'))) throw onlyToSelf();
      if (owner.deleteat > 0) {
        throw invalidUrlParam('user_id', `The account ${owner.username} is deactivated.`);
      }
      return updateBot(bot, {ownerId});
    },

    /**
     * Converts a user account to a bot that owns itself (docs/specification.md#bots).
     *
     * @throws AppError 400 if it is already a bot, and for the last administrator
     */
    async fromUser(user: UserRow): Promise<BotRow> {
      if (user.isbot) throw invalidBodyParam('user_id', `@${user.username} is already a bot.`);
      const isSynced = user.authservice !== '' && user.authservice !== 'email';
      await database.transaction((tx) =>
        ensureAdministratorRemains(tx, async () => {
          await convertAccountToBot(tx, {userId: user.id, clearAuthData: !isSynced, now: Date.now()});
          await deleteSessionsOfUsers(tx, [user.id]);
        }),
      );
      events.publish('users:changed', {userIds: [user.id]});
      events.publish('sessions:revoked', {userId: user.id});
      return requireBot(user.id);
    },

    /**
     * Converts a bot to a user account that signs in with a password, with changes to its profile.
     *
     * @throws AppError 400 for a weak password, an invalid field, and a taken name or email
     */
    async toUser(
      userId: string,
      {
        password,
        email,
        asAdministrator,
        ...profile
      }: Static<typeof UserPatch> & {password: string; asAdministrator: boolean},
    ): Promise<void> {
      await requireBot(userId);
      requireStrongPassword(password, config.get());
      const user = await users.update(await users.byId(userId), profile);
      const newEmail = email ?? user.email;
      await rejectTakenNames({username: user.username, email: newEmail}, () =>
        convertBotToAccount(database, {
          userId,
          email: newEmail,
          role: asAdministrator ? ADMINISTRATOR : '',
          now: Date.now(),
        }),
      );
      await users.setPassword(await users.byId(userId), password);
      events.publish('users:changed', {userIds: [userId]});
      events.publish('sessions:revoked', {userId});
    },
  };
}

/** A unique address. Bots receive no email. */
function emailOf(username: string): string {
  return `${username}@localhost`;
}

function creationDisabled(): AppError {
  return new AppError({
    id: 'api.bot.create_disabled',
    message: 'Creating bots is disabled on this server (ServiceSettings.EnableBotAccountCreation).',
    status: 403,
  });
}

function onlyToSelf(): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message: 'Only a system administrator can assign a bot to someone else. You can assign it to yourself.',
    status: 403,
  });
}

function botNotFound(userId: string): AppError {
  return new AppError({
    id: 'store.sql_bot.get.missing.app_error',
    message: "This bot doesn't exist.",
    explanation: `There is no bot with the id ${userId}.`,
    status: 404,
  });
}
