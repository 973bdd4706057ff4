import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Audits} from '../audits/audits.ts';
import {tooManyAttempts, type UserRow, type Users} from '../users/users.ts';
import type {Sessions} from './sessions.ts';

const AUDITED_ACTION = '/api/v4/users/login';

export type Login = ReturnType<typeof createLogin>;

/** Signing in with a password (reference facts, section 1: the failures and the order of the checks). */
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
     * @throws AppError 400 for a blank password; 401 for everything else, and the same for an unknown account as for
     * a wrong password.
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
      const user = await users.findByLogin(loginId, userId);
      if (user?.isbot) throw botLogin();
      if (user && user.deleteat > 0) throw inactive();
      const {MaximumLoginAttempts} = config.get().ServiceSettings;
      if (user && user.failedattempts >= MaximumLoginAttempts) throw tooManyAttempts(MaximumLoginAttempts);
      if (!(await users.passwordMatches(user, password)) || !user) {
        // The entry is written for nobody too, so that a commit is waited for in either case.
        await Promise.all([
          user && users.recordFailedLogin(user),
          audits.record(user && {userId: user.id, id: ''}, AUDITED_ACTION, 'fail', ipAddress),
        ]);
        throw invalidCredentials();
      }
      requireVerifiedEmail(user, config);
      const now = Date.now();
      // Guesses that were sent all at once were all let in above; by now their failures have been counted.
      if (!(await users.recordLogin(user, now))) throw tooManyAttempts(MaximumLoginAttempts);
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

function botLogin(): AppError {
  return new AppError({
    id: 'api.user.login.bot_login_forbidden.app_error',
    message: 'Bot login is forbidden. A bot works with an access token instead.',
    status: 401,
  });
}
