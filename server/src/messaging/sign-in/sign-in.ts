import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Audits} from '../audits/audits.ts';
import type {Sessions} from '../sessions/sessions.ts';
import {isGuest, type UserRow, type Users} from '../users/users.ts';

const AUDITED_ACTION = '/api/v4/users/login';

export type Login = ReturnType<typeof createLogin>;

/** Signing in with a password. */
export function createLogin({
  users,
  sessions,
  audits,
  config,
}: {
  users: Users;
  sessions: Sessions;
  audits: Audits;
  config: Config;
}) {
  return {
    /**
     * Opens a session for whoever knows the password of the account that `loginId` names, or else `userId`.
     *
     * @throws AppError 400 for a blank password; 401 for everything else. Without the right password it is the same
     *   failure, after the same time, whatever account there is or is not.
     */
    async signIn({
      loginId,
      userId = '',
      password,
      deviceId,
      props,
      ipAddress,
    }: {
      loginId: string;
      userId?: string;
      password: string;
      ipAddress: string;
      deviceId?: string;
      props?: Record<string, string>;
    }) {
      if (password === '') throw blankPassword();
      const attempt = await users.beginSignIn(loginId.trim() || userId, ipAddress);
      const user = await users.findByLogin(loginId, userId);
      // A bot and an account of another service have no password, so none is right.
      if (!(await users.passwordMatches(user, password)) || !user) {
        // The entry is written for an unknown account too, so that a commit is waited for in either case.
        await Promise.all([
          user && users.recordFailedLogin(user),
          audits.record(user && {userId: user.id, id: ''}, AUDITED_ACTION, 'fail', ipAddress),
        ]);
        throw invalidCredentials();
      }
      await attempt.succeeded();
      // Only someone who knows the password hears why it does not open the account.
      if (user.deleteat > 0) throw inactive();
      requireAllowedGuest(user, config);
      requireVerifiedEmail(user, config);
      const now = Date.now();
      await users.recordLogin(user, now);
      const opened = await sessions.open(user, {deviceId, props});
      await audits.record({userId: user.id, id: opened.row.id}, AUDITED_ACTION, 'authenticated', ipAddress);
      return {...opened, user: {...user, failedattempts: 0, lastlogin: now}};
    },
  };
}

function requireVerifiedEmail(user: UserRow, config: Config): void {
  if (config.get().EmailSettings.RequireEmailVerification && !user.emailverified) {
    throw new AppError({
      id: 'api.user.login.not_verified.app_error',
      message: 'The email address of this account has not been verified. Ask an administrator to verify it.',
      status: 401,
    });
  }
}

function requireAllowedGuest(user: UserRow, config: Config): void {
  const {Enable, AllowEmailAccounts} = config.get().GuestAccountsSettings;
  if (!isGuest(user) || (Enable && AllowEmailAccounts)) return;
  throw new AppError({
    id: 'api.user.login.guest_accounts.disabled.error',
    message: 'Guests cannot sign in to this server. Ask an administrator.',
    status: 401,
  });
}

function blankPassword(): AppError {
  return new AppError({
    id: 'api.user.login.blank_pwd.app_error',
    message: 'Password field must not be blank',
    status: 400,
  });
}

function invalidCredentials(): AppError {
  return new AppError({
    id: 'api.user.login.invalid_credentials_email_username',
    message: 'Enter a valid email or username and/or password.',
    status: 401,
  });
}

function inactive(): AppError {
  return new AppError({
    id: 'api.user.login.inactive.app_error',
    message: 'Login failed because the account has been deactivated. Ask an administrator to activate it.',
    status: 401,
  });
}
