import type {Static} from 'typebox';
import type {Channels} from '../../messaging/channels/channels.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Posts} from '../../messaging/posts/posts.ts';
import {deleteSessionsOfUsers, type Session} from '../../messaging/sessions/sessions.ts';
import {
  activeAdministratorIds,
  convertAccountToBot,
  convertBotToAccount,
  ensureAdministratorRemains,
  insertBotAccount,
  isAdministrator,
  rejectTakenNames,
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
import type {Logger} from '../../platform/logging/logger.ts';
import {requireValidBotTexts} from './rules.ts';
import type {BotPatch, NewBot} from './schema.ts';
import {type BotRow, selectBot, selectBots, selectBotsOfOwner} from './store.ts';

export type {BotRow} from './store.ts';

// More names than this would make the message hard to read (docs/specification.md#bots).
const BOTS_NAMED_IN_NOTICE = 10;

export type Bots = ReturnType<typeof createBots>;

/** Bot accounts (docs/specification.md#bots). */
export function createBots({
  database,
  config,
  events,
  log,
  users,
  permissions,
  channels,
  posts,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  users: Users;
  permissions: Permissions;
  channels: Channels;
  posts: Posts;
}) {
  events.subscribe('user:activation-changed', ({userId, active}) => {
    if (active) return;
    ownerDeactivated(userId).catch((error) =>
      log.error({err: error, userId}, "could not see to a person's bots"),
    );
  });

  async function ownerDeactivated(ownerId: string): Promise<void> {
    const bots = await selectBotsOfOwner(database, ownerId);
    if (bots.length === 0) return;
    const disable = config.get().ServiceSettings.DisableBotsWhenOwnerIsDeactivated;
    if (disable) await setActive(bots, false);
    const owner = await users.byId(ownerId);
    const named = bots.slice(0, BOTS_NAMED_IN_NOTICE).map((bot) => `- @${bot.username}`);
    const more = bots.length > named.length ? [`- and ${bots.length - named.length} more`] : [];
    const message = [
      `@${owner.username} was deactivated and owned these bots, which are ${disable ? 'now disabled' : 'still enabled'}:`,
      ...named,
      ...more,
      disable
        ? 'A bot that is needed can be enabled under Integrations, Bot accounts. Give it a new token then: its owner knew the old one.'
        : 'Give a bot that is still needed another owner and a new token: its owner knew the old one.',
    ].join('\n');
    for (const userId of await activeAdministratorIds(database)) {
      const {id: channelId} = await channels.directChannel(userId, userId, userId);
      await posts.create({channelId, userId, message, type: 'system_generic', setOnline: false});
    }
  }

  async function setActive(bots: readonly BotRow[], active: boolean): Promise<void> {
    const now = Date.now();
    const userIds = bots.map((bot) => bot.userid);
    await database.transaction(async (tx) => {
      await updateBotsActivation(tx, userIds, active ? 0 : now, now);
      await deleteSessionsOfUsers(tx, userIds);
    });
    events.publish('users:changed', {userIds});
    for (const userId of userIds) {
      if (!active) events.publish('sessions:revoked', {userId});
      events.publish('user:activation-changed', {userId, active});
    }
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
  async function readable(actor: Session, userId: string): Promise<BotRow> {
    const bot = await requireBot(userId);
    if (!(await canRead(actor, bot))) throw botNotFound(userId);
    return bot;
  }

  /** @throws AppError 403 for a bot that is a system administrator, unless the actor is one too. */
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
   * Makes a bot. `ownerId` is a user's id, or the identifier of code inside the server.
   *
   * @throws AppError 400 for a name or a text that is not valid, or a name that is taken.
   */
  async function create(input: Static<typeof NewBot>, ownerId: string): Promise<BotRow> {
    const username = input.username.trim();
    requireValidBotUsername(username);
    const displayName = input.display_name ?? '';
    const description = input.description ?? '';
    requireValidBotTexts({displayName, description});
    const userId = newId();
    const email = emailOf(username);
    await rejectTakenNames({username, email}, () =>
      insertBotAccount(database, {
        userId,
        username,
        email,
        displayName,
        description,
        ownerId,
        roles: 'system_user',
        locale: config.get().LocalizationSettings.DefaultClientLocale,
        now: Date.now(),
      }),
    );
    events.publish('user:created', {userId});
    return requireBot(userId);
  }

  async function change(bot: BotRow, changes: Partial<BotRow>): Promise<BotRow> {
    const changed = {...bot, ...changes};
    const email = emailOf(changed.username);
    await rejectTakenNames({username: changed.username, email}, () =>
      updateBotAccount(database, {
        userId: changed.userid,
        username: changed.username,
        email,
        displayName: changed.displayname,
        description: changed.description,
        ownerId: changed.ownerid,
        now: Date.now(),
      }),
    );
    events.publish('users:changed', {userIds: [bot.userid]});
    return requireBot(bot.userid);
  }

  return {
    create,

    /**
     * Makes a bot for a person, who becomes its owner and is told where to add it.
     *
     * @throws AppError 403 for a bot, for who may not, and while bots cannot be made; 400 as `create`.
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
        message:
          'Add me to the teams and channels that I am to work in. Until then I can only write to you here.',
        setOnline: false,
      });
      return bot;
    },

    get: readable,

    /** The bot, if the actor may change it. @throws AppError 403; 404 where the actor may not even read it. */
    getToManage: manageable,

    /** Bots that the actor may read. @throws AppError 403 for who may read none. */
    async list(
      actor: Session,
      filter: {includeDisabled: boolean; onlyOrphaned: boolean; offset: number; limit: number},
    ): Promise<BotRow[]> {
      if (await permissions.can(actor, 'read_others_bots')) return selectBots(database, filter);
      await permissions.require(actor, 'read_bots');
      return selectBots(database, {...filter, ownerId: actor.userId});
    },

    /** Changes a bot's name, display name or description. */
    async patch(actor: Session, userId: string, input: Static<typeof BotPatch>): Promise<BotRow> {
      const bot = await manageable(actor, userId);
      const username = input.username ?? bot.username;
      // A converted or imported account keeps a name that a new bot could not have.
      if (username !== bot.username) requireValidBotUsername(username);
      const displayname = input.display_name ?? bot.displayname;
      const description = input.description ?? bot.description;
      requireValidBotTexts({displayName: displayname, description});
      return change(bot, {username, displayname, description});
    },

    /** Enables or disables a bot. A disabled one's sessions end; its tokens work again once it is enabled. */
    async setEnabled(actor: Session, userId: string, enabled: boolean): Promise<BotRow> {
      const bot = await manageable(actor, userId);
      if ((bot.deleteat === 0) !== enabled) await setActive([bot], enabled);
      return requireBot(userId);
    },

    /** The same without asking who: for the command line. */
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
     * Assigns a bot to a new owner, who answers for it: to the actor, or by a system administrator to anyone active.
     *
     * @throws AppError 403 if that is a bot, or somebody else; 400 for a deactivated user; 404 if there is no such user.
     */
    async assign(actor: Session, userId: string, ownerId: string): Promise<BotRow> {
      const bot = await manageable(actor, userId);
      const owner = await users.byId(ownerId);
      if (owner.isbot) throw forbidden('a bot cannot own a bot');
      if (ownerId !== actor.userId && !(await permissions.can(actor, 'manage_system')))
        throw onlyToYourself();
      if (owner.deleteat > 0) {
        throw invalidUrlParam('user_id', `The account ${owner.username} is deactivated.`);
      }
      return change(bot, {ownerid: ownerId});
    },

    /**
     * Converts a person's account to a bot that owns itself (docs/specification.md#bots).
     *
     * @throws AppError 400 if it is one already, and for the last administrator.
     */
    async fromUser(user: UserRow): Promise<BotRow> {
      if (user.isbot) throw invalidBodyParam('user_id', `@${user.username} is a bot already.`);
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

    /** Makes a bot an account that signs in with this password. */
    async toUser(
      userId: string,
      {password, email, asAdministrator}: {password: string; email?: string; asAdministrator: boolean},
    ): Promise<void> {
      const bot = await requireBot(userId);
      const user = await users.byId(userId);
      requireStrongPassword(password, config.get());
      const roles = new Set(user.roles.split(' '));
      if (asAdministrator) roles.add('system_admin');
      const newEmail = email ?? user.email;
      await rejectTakenNames({username: bot.username, email: newEmail}, () =>
        convertBotToAccount(database, {
          userId,
          email: newEmail,
          roles: [...roles].join(' '),
          now: Date.now(),
        }),
      );
      await users.setPassword(await users.byId(userId), password);
      events.publish('users:changed', {userIds: [userId]});
      events.publish('sessions:revoked', {userId});
    },
  };
}

/** A bot reads no mail, and every account has an address of its own. */
function emailOf(username: string): string {
  return `${username}@localhost`;
}

function creationDisabled(): AppError {
  return new AppError({
    id: 'api.bot.create_disabled',
    message: 'Bots cannot be made on this server: ServiceSettings.EnableBotAccountCreation is off.',
    status: 403,
  });
}

function onlyToYourself(): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message: 'Only a system administrator can assign a bot to somebody else. You can assign it to yourself.',
    status: 403,
  });
}

function botNotFound(userId: string): AppError {
  return new AppError({
    id: 'store.sql_bot.get.missing.app_error',
    message: `There is no bot with the id ${userId}.`,
    status: 404,
  });
}
