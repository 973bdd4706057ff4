import type {Static} from 'typebox';
import {createReadThroughCache} from '../../platform/concurrency/read-through-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {hashPassword, verifyPassword} from '../../platform/secrets/passwords.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {Sessions} from '../sessions/sessions.ts';
import {createAccountChanges} from './account-changes.ts';
import {isAdministrator} from './administrators.ts';
import {isGuest, requireGuestDomain} from './guests.ts';
import {presentUser, type UserView} from './present.ts';
import {
  requireKnownAuthService,
  requireStrongPassword,
  requireValidBotUsername,
  requireValidEmail,
  requireValidLocale,
  requireValidUsername,
} from './rules.ts';
import type {NewUser, User, UserPatch} from './schema.ts';
import {createSignInAttempts} from './sign-in-attempts.ts';
import {
  incrementFailedAttempts,
  insertUser,
  lockFirstAccount,
  selectUser,
  selectUserByEmail,
  selectUserByUsername,
  selectUsersByIds,
  selectUsersByUsernames,
  type UserRow,
  updateLogin,
  updatePictureTime,
  updateProfile,
  usersExist,
} from './store.ts';
import {rejectingTakenNames} from './taken-names.ts';

export {activeAdministratorIds, isAdministrator, keepingAnAdministrator} from './administrators.ts';
export {
  convertAccountToBot,
  convertBotToAccount,
  insertBotAccount,
  updateBotAccount,
  updateBotsActivation,
} from './bot-store.ts';
export {GUEST, isGuest, requireMayBeGuest} from './guests.ts';
export {presentUser, type UserView} from './present.ts';
export {requireStrongPassword, requireValidBotUsername} from './rules.ts';
export {type UserRow, updateRoles} from './store.ts';
export {rejectingTakenNames} from './taken-names.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    'user:created': {userId: string};
    /** Anything that others see of these users, or that decides what they may do, has changed. */
    'users:changed': {userIds: string[]};
    /** The number of failed logins in a row is another. */
    'user:failed-logins-changed': {userId: string};
    /** The account was deactivated or made active again. */
    'user:activation-changed': {userId: string; active: boolean};
    /** The account has other system-wide roles; separated by spaces. 'users:changed' is published as well. */
    'user:roles-changed': {userId: string; roles: string};
  }
}

/** The notification settings of a new account (docs/specification.md#preferences-and-notification-settings). */
export const DEFAULT_NOTIFY_PROPS: Readonly<Record<string, string>> = {
  channel: 'true',
  comments: 'never',
  desktop: 'mention',
  desktop_sound: 'true',
  desktop_threads: 'all',
  email: 'true',
  email_threads: 'all',
  first_name: 'false',
  mention_keys: '',
  push: 'mention',
  push_status: 'away',
  push_threads: 'all',
};

const MAX_OWN = 10_000;

export type Users = ReturnType<typeof createUsers>;

/** Accounts of people and bots. */
export function createUsers({
  database,
  events,
  config,
  permissions,
  sessions,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  permissions: Permissions;
  sessions: Sessions;
}) {
  const attempts = createSignInAttempts({database, config});
  const changes = createAccountChanges({database, events, config, permissions, sessions, attempts});
  let accountsExist = false;
  // Every client asks for its own account all the time, and every delivery of a webhook for its owner's.
  const own = createReadThroughCache<UserRow>({maxSize: MAX_OWN, read: (id) => selectUser(database, id)});
  events.subscribe('users:changed', ({userIds}) => userIds.forEach(own.invalidate));
  events.subscribe('user:failed-logins-changed', ({userId}) => own.invalidate(userId));
  events.subscribe('caches:stale', () => own.clear());

  async function requireUser(row: Promise<UserRow | undefined>, which: string): Promise<UserRow> {
    const user = await row;
    if (!user) throw userNotFound(which);
    return user;
  }

  async function viewAs(actor: Actor): Promise<(row: UserRow) => UserView> {
    if (await permissions.can(actor, 'manage_system')) return () => 'full';
    const {ShowEmailAddress, ShowFullName} = config.get().PrivacySettings;
    const limited = {showEmail: ShowEmailAddress, showFullName: ShowFullName};
    return (row) => (row.id === actor.userId ? 'full' : limited);
  }

  return {
    ...changes,

    /** @throws AppError 404 if there is no such user. */
    byId: (id: string) => requireUser(selectUser(database, id), `id ${id}`),

    /** The actor's own account, to look at: whoever changes it reads it with `byId`. */
    own: (actor: Actor) => requireUser(own.get(actor.userId), `id ${actor.userId}`),

    /** The account as it is now, from a cache that every change clears; undefined if there is none. */
    known: (id: string) => own.get(id),

    /** @throws AppError 404 if there is no such user. Any case is accepted. */
    byUsername: (username: string) =>
      requireUser(selectUserByUsername(database, username.toLowerCase()), `username ${username}`),

    /** @throws AppError 404 if there is no such user. Any case is accepted. */
    byEmail: (email: string) =>
      requireUser(selectUserByEmail(database, email.toLowerCase()), `email ${email}`),

    /** The account of this username, email or id. @throws AppError 404 if there is none. */
    async byAnyName(name: string): Promise<UserRow> {
      const text = name.trim().toLowerCase();
      const user =
        (await selectUserByUsername(database, text)) ??
        (await selectUserByEmail(database, text)) ??
        (await selectUser(database, name.trim()));
      return requireUser(Promise.resolve(user), `username, email or id ${name}`);
    },

    /** The users with these ids, by username; unknown ids are left out. With `since`, those changed after it. */
    byIds: (ids: readonly string[], since = -1) => selectUsersByIds(database, ids, since),

    /** The users with these names, in any case, by username; unknown names are left out. */
    byUsernames: (names: readonly string[]) =>
      selectUsersByUsernames(
        database,
        names.map((name) => name.toLowerCase()),
      ),

    /** Users on the wire, each with what this actor may see of it. */
    async present(actor: Actor, rows: readonly UserRow[]): Promise<Static<typeof User>[]> {
      const view = await viewAs(actor);
      return rows.map((row) => presentUser(row, view(row)));
    },

    /**
     * Makes sure that the actor may change this account: their own, a bot that they manage, or another's with the
     * permission for that. An administrator is changed by administrators only.
     *
     * @throws AppError 403, or 404 for a bot that the actor may not even see among the bots.
     */
    async requireMayEdit(actor: Actor, user: UserRow): Promise<void> {
      if (actor.userId === user.id || (await permissions.can(actor, 'manage_system'))) return;
      if (isAdministrator(user)) throw forbidden(`userId=${actor.userId}, permission=manage_system`);
      if (await permissions.can(actor, 'edit_other_users')) return;
      if (!user.isbot) throw forbidden(`userId=${actor.userId}, permission=edit_other_users`);
      const others = user.botownerid === actor.userId ? '' : 'others_';
      if (await permissions.can(actor, `manage_${others}bots`)) return;
      if (!(await permissions.can(actor, `read_${others}bots`))) throw botNotFound(user.id);
      throw forbidden(`userId=${actor.userId}, permission=manage_${others}bots`);
    },

    /** Whether no account exists yet, so that the next one becomes the administrator. */
    async noAccounts(): Promise<boolean> {
      accountsExist ||= await usersExist(database);
      return !accountsExist;
    },

    /**
     * Makes an account with a password. The first account of an installation, however it is made, becomes system
     * administrator.
     *
     * @param options.admit is called unless it is the first account, and throws to refuse it
     * @param options.alongside does something more in the same transaction; what it returns is called after the commit
     * @throws AppError 400 for a field that is not valid, a name or an email that is taken, a weak password.
     */
    async create(
      input: Static<typeof NewUser>,
      options: {
        roles?: string;
        admit?: () => void;
        alongside?: (tx: Transaction, userId: string) => Promise<() => void>;
      } = {},
    ): Promise<UserRow> {
      const settings = config.get();
      const username = input.username.trim().toLowerCase();
      const email = input.email.trim().toLowerCase();
      requireValidUsername(username);
      requireValidEmail(email);
      if (input.locale) requireValidLocale(input.locale, settings);
      const password = input.password ?? '';
      if (input.auth_service) requireKnownAuthService(input.auth_service);
      else requireStrongPassword(password, settings);
      const passwordHash = input.auth_service ? '' : await hashPassword(password);
      const now = Date.now();
      const id = newId();

      const announce = await database.transaction(async (tx) => {
        if (!(await usersExist(tx))) await lockFirstAccount(tx);
        const first = !(await usersExist(tx));
        if (!first) options.admit?.();
        await rejectingTakenNames({username, email, authData: input.auth_data}, () =>
          insertUser(tx, {
            id,
            createat: now,
            updateat: now,
            deleteat: 0,
            username,
            password: passwordHash,
            authdata: input.auth_service ? (input.auth_data ?? null) : null,
            authservice: input.auth_service ?? '',
            email,
            emailverified: false,
            nickname: input.nickname ?? '',
            firstname: input.first_name ?? '',
            lastname: input.last_name ?? '',
            position: input.position ?? '',
            roles: first ? 'system_admin system_user' : (options.roles ?? 'system_user'),
            allowmarketing: false,
            props: input.props ?? {},
            notifyprops: {...DEFAULT_NOTIFY_PROPS, ...input.notify_props},
            lastpasswordupdate: now,
            lastpictureupdate: 0,
            locale: input.locale || settings.LocalizationSettings.DefaultClientLocale,
            timezone: input.timezone ?? {
              automaticTimezone: '',
              manualTimezone: '',
              useAutomaticTimezone: 'true',
            },
          }),
        );
        return options.alongside?.(tx, id);
      });
      events.publish('user:created', {userId: id});
      announce?.();
      return (await selectUser(database, id))!;
    },

    /** The account that a login names: by username or email in any case, or else by its id. */
    async findByLogin(loginId: string, userId = ''): Promise<UserRow | undefined> {
      const name = loginId.trim().toLowerCase();
      if (name === '') return userId === '' ? undefined : selectUser(database, userId);
      const {EnableSignInWithEmail, EnableSignInWithUsername} = config.get().EmailSettings;
      return (
        (EnableSignInWithUsername ? await selectUserByUsername(database, name) : undefined) ??
        (EnableSignInWithEmail ? await selectUserByEmail(database, name) : undefined)
      );
    },

    /** Whether this is the account's password; as slow for no account as for any. */
    passwordMatches: (user: UserRow | undefined, password: string) =>
      verifyPassword(user?.password ?? '', password),

    async recordFailedLogin(user: UserRow): Promise<void> {
      await incrementFailedAttempts(database, user.id);
      events.publish('user:failed-logins-changed', {userId: user.id});
    },

    /** Notes a login, in milliseconds, and forgets the failures before it. */
    async recordLogin(user: UserRow, now: number): Promise<void> {
      await updateLogin(database, user.id, now);
      events.publish('user:failed-logins-changed', {userId: user.id});
    },

    /** Counts an attempt to sign in; see {@link createSignInAttempts}. */
    beginSignIn: attempts.begin,

    /**
     * Changes what a person says of themselves; what `patch` does not name stays as it is. A new email address
     * has yet to be verified.
     *
     * @throws AppError 400 for a field that is not valid, and for a name or an email that is taken.
     */
    async update(user: UserRow, patch: Static<typeof UserPatch>): Promise<UserRow> {
      const username = patch.username?.trim().toLowerCase() ?? user.username;
      const email = patch.email?.trim().toLowerCase() ?? user.email;
      // What an import brought in may stay as it is.
      if (username !== user.username) (user.isbot ? requireValidBotUsername : requireValidUsername)(username);
      if (email !== user.email) {
        requireValidEmail(email);
        if (isGuest(user)) {
          requireGuestDomain(email, config.get(), 'api.user.update_user.accepted_guest_domain.app_error');
        }
      }
      if (patch.locale && patch.locale !== user.locale) requireValidLocale(patch.locale, config.get());
      const changes = {
        username: username === user.username ? undefined : username,
        email: email === user.email ? undefined : email,
        emailverified: email === user.email ? undefined : false,
        nickname: patch.nickname,
        firstname: patch.first_name,
        lastname: patch.last_name,
        position: patch.position,
        locale: patch.locale || undefined,
        timezone: patch.timezone,
        props: patch.props,
        notifyprops: patch.notify_props,
      };
      await rejectingTakenNames({username, email}, () =>
        updateProfile(database, user.id, changes, Date.now()),
      );
      events.publish('users:changed', {userIds: [user.id]});
      return (await selectUser(database, user.id))!;
    },

    /** Notes when the user's picture was set; 0 for the generated one. */
    async setPictureTime(user: UserRow, lastPictureUpdate: number): Promise<void> {
      await updatePictureTime(database, user.id, lastPictureUpdate, Date.now());
      events.publish('users:changed', {userIds: [user.id]});
    },
  };
}

function userNotFound(which: string): AppError {
  return new AppError({
    id: 'app.user.missing_account.const',
    message: `There is no user with the ${which}.`,
    status: 404,
  });
}

function botNotFound(id: string): AppError {
  return new AppError({
    id: 'store.sql_bot.get.missing.app_error',
    message: `There is no bot with the id ${id}.`,
    status: 404,
  });
}
