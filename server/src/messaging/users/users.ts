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
import {accountIdentity, createAccountChanges} from './account-changes.ts';
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
import {rejectTakenNames, requireNoGroup} from './taken-names.ts';

export {activeAdministratorIds, ensureAdministratorRemains, isAdministrator} from './administrators.ts';
export {
  type BotAccountChanges,
  convertAccountToBot,
  convertBotToAccount,
  insertBotAccount,
  updateBotAccount,
  updateBotsActivation,
} from './bot-store.ts';
export {GUEST, isGuest, requireMayBeGuest} from './guests.ts';
export {presentUser, type UserView} from './present.ts';
export {isEmailAddress, requireStrongPassword, requireValidBotUsername} from './rules.ts';
export {hidesActivity, selectUser, type UserRow, updateRoles, userColumns} from './store.ts';
export {rejectTakenNames, requireNoGroup} from './taken-names.ts';
export {userTimeZone} from './time-zone.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface RecordedEvents {
    'user:created': {userId: string};
    /** The account was deactivated. 'user:activation-changed' is published too. */
    'user:deactivated': {userId: string};
    /** The user has a new email address, which is not verified yet. */
    'user:email-changed': {userId: string};
    /**
     * A request changed something that the account's owner should be notified of. Not published for imports and bots.
     */
    'account:changed': AccountChange;
  }
  interface Events {
    /** Visible data or permissions of these users changed. */
    'users:changed': {userIds: string[]};
    /** The number of consecutive failed sign-ins changed. */
    'user:failed-logins-changed': {userId: string};
    /** The account was activated or deactivated. */
    'user:activation-changed': {userId: string; active: boolean};
    /** The account's system-wide roles changed. They are separated by spaces. 'users:changed' is published too. */
    'user:roles-changed': {userId: string; roles: string};
  }
}

/** `before` is the account before the change, and `detail` the new email address or username. */
export interface AccountChange {
  change: 'email_changed' | 'username_changed' | 'password_changed' | 'deactivated';
  before: Pick<UserRow, 'id' | 'username' | 'email' | 'emailverified'>;
  detail?: string;
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
  // Cached, because clients frequently request their own account, and every webhook delivery reads its owner's.
  const own = createReadThroughCache<UserRow>({maxSize: MAX_OWN, read: (id) => selectUser(database, id)});
  events.onEveryNode('users:changed', ({userIds}) => userIds.forEach(own.invalidate));
  events.onEveryNode('user:failed-logins-changed', ({userId}) => own.invalidate(userId));
  events.onEveryNode('caches:stale', () => own.clear());

  async function requireUser(row: Promise<UserRow | undefined>, which: string): Promise<UserRow> {
    const user = await row;
    if (!user) throw userNotFound(which);
    return user;
  }

  async function viewFor(actor: Actor): Promise<(row: UserRow) => UserView> {
    if (await permissions.can(actor, 'manage_system')) return () => 'full';
    const {ShowEmailAddress, ShowFullName} = config.get().PrivacySettings;
    const limited = {showEmail: ShowEmailAddress, showFullName: ShowFullName};
    return (row) => (row.id === actor.userId ? 'full' : limited);
  }

  /** Records a changed username or email address in the transaction. Call the returned functions after the commit. */
  async function recordNewNames(
    tx: Transaction,
    user: UserRow,
    {username, email}: {username: string; email: string},
  ): Promise<(() => void)[]> {
    const recorded: (() => void)[] = [];
    if (email !== user.email) recorded.push(await events.record(tx, 'user:email-changed', {userId: user.id}));
    if (user.isbot) return recorded;
    const before = accountIdentity(user);
    const changes: AccountChange[] = [];
    if (email !== user.email) changes.push({change: 'email_changed', before, detail: email});
    if (username !== user.username) changes.push({change: 'username_changed', before, detail: username});
    return [...recorded, await events.record(tx, 'account:changed', ...changes)];
  }

  return {
    ...changes,

    /** @throws AppError 404 if the user doesn't exist. */
    byId: (id: string) => requireUser(selectUser(database, id), `id ${id}`),

    /** The actor's own account. Cached, so use `byId` before changing it. */
    own: (actor: Actor) => requireUser(own.get(actor.userId), `id ${actor.userId}`),

    /** The account; undefined if it doesn't exist. Cached; every change clears it. */
    byIdCached: (id: string) => own.get(id),

    /** Ignores case. @throws AppError 404 if the user doesn't exist. */
    byUsername: (username: string) =>
      requireUser(selectUserByUsername(database, username.toLowerCase()), `username "${username}"`),

    /** Ignores case. @throws AppError 404 if the user doesn't exist. */
    byEmail: (email: string) =>
      requireUser(selectUserByEmail(database, email.toLowerCase()), `email address "${email}"`),

    /** The account with this username, email or id. @throws AppError 404 if there is none. */
    async byAnyName(name: string): Promise<UserRow> {
      const text = name.trim().toLowerCase();
      const user =
        (await selectUserByUsername(database, text)) ??
        (await selectUserByEmail(database, text)) ??
        (await selectUser(database, name.trim()));
      return requireUser(Promise.resolve(user), `username, email address or id "${name}"`);
    },

    /**
     * The users with these ids, by username; skips unknown ids. With `since` (milliseconds), only users that changed
     * after it.
     */
    byIds: (ids: readonly string[], since = -1) => selectUsersByIds(database, ids, since),

    /** The users with these names, by username, ignoring case. Skips unknown names. */
    byUsernames: (names: readonly string[]) =>
      selectUsersByUsernames(
        database,
        names.map((name) => name.toLowerCase()),
      ),

    /** Presents users with the data that this actor can see. */
    async present(actor: Actor, rows: readonly UserRow[]): Promise<Static<typeof User>[]> {
      const view = await viewFor(actor);
      return rows.map((row) => presentUser(row, view(row)));
    },

    /**
     * Checks that the actor may change this account: their own, a bot that they manage, or another one with permission.
     * Only administrators can change administrators.
     *
     * @throws AppError 403, or 404 for a bot that the actor cannot see.
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

    /** Whether no account exists, so that the next one becomes administrator. */
    async noAccounts(): Promise<boolean> {
      accountsExist ||= await usersExist(database);
      return !accountsExist;
    },

    /**
     * Creates an account with a password. The first account of an installation always becomes system administrator.
     *
     * @param options.authorize called unless it is the first account; throws to reject it
     * @param options.alsoWrite runs in the same transaction and returns a function to call after the commit
     * @throws AppError 400 for an invalid field, a taken name or email, the name of a group, or a weak password.
     */
    async create(
      input: Static<typeof NewUser>,
      options: {
        roles?: string;
        /** Whether the user has proved to own the address, for example with an invitation sent to it. */
        emailVerified?: boolean;
        authorize?: () => void;
        alsoWrite?: (tx: Transaction, userId: string) => Promise<() => void>;
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
        if (!first) options.authorize?.();
        await requireNoGroup(tx, [username]);
        await rejectTakenNames({username, email, authData: input.auth_data}, () =>
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
            emailverified: options.emailVerified ?? false,
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
        const publishCreated = await events.record(tx, 'user:created', {userId: id});
        const publishAlsoWritten = await options.alsoWrite?.(tx, id);
        return () => {
          publishCreated();
          publishAlsoWritten?.();
        };
      });
      announce();
      return (await selectUser(database, id))!;
    },

    /** The account for a login by username or email, ignoring case, or otherwise by id. */
    async findByLogin(loginId: string, userId = ''): Promise<UserRow | undefined> {
      const name = loginId.trim().toLowerCase();
      if (name === '') return userId === '' ? undefined : selectUser(database, userId);
      const {EnableSignInWithEmail, EnableSignInWithUsername} = config.get().EmailSettings;
      return (
        (EnableSignInWithUsername ? await selectUserByUsername(database, name) : undefined) ??
        (EnableSignInWithEmail ? await selectUserByEmail(database, name) : undefined)
      );
    },

    /** Whether this is the account's password. Takes the same time if there is no account. */
    passwordMatches: (user: UserRow | undefined, password: string) =>
      verifyPassword(user?.password ?? '', password),

    async recordFailedLogin(user: UserRow): Promise<void> {
      await incrementFailedAttempts(database, user.id);
      events.publish('user:failed-logins-changed', {userId: user.id});
    },

    /** Records a sign-in at a time in milliseconds and resets failed ones. */
    async recordLogin(user: UserRow, now: number): Promise<void> {
      await updateLogin(database, user.id, now);
      events.publish('user:failed-logins-changed', {userId: user.id});
    },

    /** Counts a sign-in attempt; see {@link createSignInAttempts}. */
    beginSignIn: attempts.begin,

    /**
     * Edits the given fields of a profile. A new email address must be verified again.
     *
     * @throws AppError 400 for an invalid field, a taken name or email, and the name of a group.
     */
    async update(user: UserRow, patch: Static<typeof UserPatch>): Promise<UserRow> {
      const username = patch.username?.trim().toLowerCase() ?? user.username;
      const email = patch.email?.trim().toLowerCase() ?? user.email;
      // Invalid imported names are accepted until they are changed.
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
      const recorded = await database.transaction(async (tx) => {
        if (username !== user.username) await requireNoGroup(tx, [username]);
        await rejectTakenNames({username, email}, () => updateProfile(tx, user.id, changes, Date.now()));
        return recordNewNames(tx, user, {username, email});
      });
      events.publish('users:changed', {userIds: [user.id]});
      for (const publish of recorded) publish();
      return (await selectUser(database, user.id))!;
    },

    /** Records when the user's image was set; 0 for the generated one. */
    async setPictureTime(user: UserRow, lastPictureUpdate: number): Promise<void> {
      await updatePictureTime(database, user.id, lastPictureUpdate, Date.now());
      events.publish('users:changed', {userIds: [user.id]});
    },
  };
}

/** 404: no account has this: `id …`, `username "…"`. */
export function userNotFound(which: string): AppError {
  return new AppError({
    id: 'app.user.missing_account.const',
    message: "This account doesn't exist.",
    explanation: `No user has the ${which}.`,
    status: 404,
  });
}

function botNotFound(id: string): AppError {
  return new AppError({
    id: 'store.sql_bot.get.missing.app_error',
    message: "This bot doesn't exist.",
    explanation: `No bot has the id ${id}.`,
    status: 404,
  });
}
