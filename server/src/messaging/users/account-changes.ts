import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {hashPassword, verifyPassword} from '../../platform/secrets/passwords.ts';
import {ADMINISTRATOR, type Permissions} from '../permissions/permissions.ts';
import type {Sessions} from '../sessions/sessions.ts';
import {ensureAdministratorRemains} from './administrators.ts';
import {GUEST, isGuest, requireMayBeGuest} from './guests.ts';
import {requireKnownAuthService, requireStrongPassword} from './rules.ts';
import type {SignInAttempts} from './sign-in-attempts.ts';
import {
  incrementFailedAttempts,
  resetFailedAttempts,
  type UserRow,
  updateActivation,
  updateAuthService,
  updateEmailVerified,
  updatePassword,
  updateRoles,
} from './store.ts';
import {rejectTakenNames} from './taken-names.ts';

const MEMBER = 'system_user';
const MAX_ROLES_LENGTH = 256;

/** Changes an account's password, roles and activation. */
export function createAccountChanges({
  database,
  events,
  config,
  permissions,
  sessions,
  attempts,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  permissions: Permissions;
  sessions: Sessions;
  attempts: SignInAttempts;
}) {
  async function changeRoles(user: UserRow, roles: string): Promise<void> {
    if (isGuest({roles}) && !isGuest(user)) requireMayBeGuest(user, config.get());
    await database.transaction((tx) =>
      ensureAdministratorRemains(tx, () => updateRoles(tx, user.id, roles, Date.now())),
    );
    events.publish('users:changed', {userIds: [user.id]});
    events.publish('user:roles-changed', {userId: user.id, roles});
  }

  /**
   * Sets the account's password, which becomes its sign-in method. Revokes its sessions except `keptSessionId`, but not
   * access tokens. `authorize` runs first in the transaction, and throws to reject the change.
   *
   * @throws AppError 400 for a weak password, and for a bot.
   */
  async function setPassword(
    user: UserRow,
    password: string,
    {
      keptSessionId,
      admit: authorize,
    }: {keptSessionId?: string; admit?: (tx: Transaction) => Promise<void>} = {},
  ): Promise<void> {
    if (user.isbot) throw botHasNoPassword(user);
    requireStrongPassword(password, config.get());
    const passwordHash = await hashPassword(password);
    const {sessionsEnded, publishChange} = await database.transaction(async (tx) => {
      await authorize?.(tx);
      await updatePassword(tx, user.id, passwordHash, Date.now());
      const change = {change: 'password_changed', before: accountIdentity(user)} as const;
      return {
        sessionsEnded: await sessions.revokeWithin(tx, user.id, keptSessionId),
        publishChange: await events.record(tx, 'account:changed', change),
      };
    });
    await attempts.reset([user.username, user.email, user.id]);
    events.publish('users:changed', {userIds: [user.id]});
    sessionsEnded();
    publishChange();
  }

  /**
   * Verifies the account's current password. A wrong one counts as a failed sign-in.
   *
   * @throws AppError 400 with `wrong` for a wrong password; 401 after too many.
   */
  async function requireCurrentPassword(user: UserRow, password: string, wrong: AppError): Promise<void> {
    const attempt = await attempts.begin(user.id, 'signed in');
    if (await verifyPassword(user.password, password)) return attempt.succeeded();
    await incrementFailedAttempts(database, user.id);
    events.publish('user:failed-logins-changed', {userId: user.id});
    throw wrong;
  }

  return {
    setPassword,
    requireCurrentPassword,

    /**
     * Changes a user's own password and revokes their other sessions.
     *
     * @throws AppError 400 for a wrong current password or a weak new one.
     */
    async changeOwnPassword(
      user: UserRow,
      {current, next, keptSessionId}: {current: string; next: string; keptSessionId: string},
    ): Promise<void> {
      if (user.authservice) throw usesExternalSignIn(user);
      await requireCurrentPassword(user, current, wrongPassword());
      await setPassword(user, next, {keptSessionId});
    },

    /** Resets failed sign-ins, so that a locked account can sign in again. */
    async unlock(user: UserRow): Promise<void> {
      await attempts.reset([user.username, user.email, user.id]);
      await resetFailedAttempts(database, user.id);
      events.publish('user:failed-logins-changed', {userId: user.id});
    },

    /**
     * Sets the account's sign-in method: an external service and the user's id there or, without a service, a password.
     *
     * @throws AppError 400 for an unknown service, a missing id, an id that belongs to another account, or a weak
     *   password.
     */
    async setAuthentication(
      user: UserRow,
      {service, data, password}: {service: string; data: string; password: string},
    ): Promise<void> {
      if (service === '' || service === 'email') return setPassword(user, password);
      requireKnownAuthService(service);
      if (data === '') throw invalidBodyParam('auth_data', `Set the id of the user in ${service}.`);
      const sessionsEnded = await database.transaction((tx) =>
        ensureAdministratorRemains(tx, async () => {
          await rejectTakenNames({authData: data}, () =>
            updateAuthService(tx, user.id, {authService: service, authData: data}, Date.now()),
          );
          return sessions.revokeWithin(tx, user.id);
        }),
      );
      events.publish('users:changed', {userIds: [user.id]});
      sessionsEnded();
    },

    /** Marks the account's email address as verified. Returns false if the address has changed in the meantime. */
    async verifyEmail(user: UserRow): Promise<boolean> {
      const isVerified = await updateEmailVerified(database, user, Date.now());
      events.publish('users:changed', {userIds: [user.id]});
      return isVerified;
    },

    /**
     * Sets the account's system-wide roles, separated by spaces.
     *
     * @throws AppError 400 for a role that does not exist, for no role, or if the last administrator would lose the
     * role.
     */
    async setRoles(user: UserRow, roles: string): Promise<void> {
      const names = [...new Set(roles.split(/\s+/).filter(Boolean))];
      // An administrator needs a member role too, as on the reference server.
      if (names.length === 0 || (names.length === 1 && names[0] === ADMINISTRATOR)) {
        throw invalidBodyParam('roles', `The roles must include ${MEMBER} or ${GUEST}.`);
      }
      const existing = new Set((await permissions.rolesByNames(names)).map((role) => role.name));
      const unknown = names.find((name) => !existing.has(name));
      if (unknown !== undefined) throw invalidBodyParam('roles', `There is no role "${unknown}".`);
      const text = names.join(' ');
      if (text.length > MAX_ROLES_LENGTH) {
        throw invalidBodyParam('roles', `The roles can have at most ${MAX_ROLES_LENGTH} characters.`);
      }
      await changeRoles(user, text);
    },

    /**
     * Activates or deactivates the account. Deactivation revokes its sessions and disables its tokens.
     *
     * @throws AppError 400 for the last administrator, 401 for a guest while guest accounts are disabled.
     */
    async setActive(user: UserRow, active: boolean): Promise<void> {
      if (active === (user.deleteat === 0)) return;
      if (active && isGuest(user) && !config.get().GuestAccountsSettings.Enable) {
        throw guestsDisabled();
      }
      const now = Date.now();
      const ended = await database.transaction((tx) =>
        ensureAdministratorRemains(tx, async () => {
          await updateActivation(tx, user.id, active ? 0 : now, now);
          if (active) return undefined;
          const sessionsEnded = await sessions.revokeWithin(tx, user.id);
          const publishDeactivated = await events.record(tx, 'user:deactivated', {userId: user.id});
          const changes = user.isbot ? [] : [{change: 'deactivated', before: accountIdentity(user)} as const];
          const publishChange = await events.record(tx, 'account:changed', ...changes);
          return {sessionsEnded, publishDeactivated, publishChange};
        }),
      );
      events.publish('users:changed', {userIds: [user.id]});
      ended?.sessionsEnded();
      events.publish('user:activation-changed', {userId: user.id, active});
      ended?.publishDeactivated();
      ended?.publishChange();
    },
  };
}

/** Identifies the owner of the account before a change. */
export function accountIdentity({id, username, email, emailverified}: UserRow) {
  return {id, username, email, emailverified};
}

function wrongPassword(): AppError {
  return new AppError({
    id: 'api.user.update_password.incorrect.app_error',
    message: 'The current password is incorrect. Check it and try again.',
    status: 400,
    path: 'current_password',
  });
}

function usesExternalSignIn({authservice}: UserRow): AppError {
  return new AppError({
    id: 'api.user.update_password.oauth.app_error',
    message: `This account signs in through ${authservice}. Change its password there.`,
    status: 400,
  });
}

function botHasNoPassword({username}: UserRow): AppError {
  return new AppError({
    id: 'api.user.update_password.bot.app_error',
    message: `${username} is a bot, and bots have no password. Create an access token instead.`,
    status: 400,
  });
}

function guestsDisabled(): AppError {
  return new AppError({
    id: 'api.user.update_active.cannot_enable_guest_when_guest_feature_is_disabled.app_error',
    message:
      'Guests cannot be activated while guest accounts are disabled on this server (GuestAccountsSettings.Enable).',
    status: 401,
  });
}
