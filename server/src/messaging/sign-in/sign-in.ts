import type {Config} from '../../platform/config/config.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {AccountEmails} from '../account-emails/account-emails.ts';
import type {Audits} from '../audits/audits.ts';
import {isMailOn} from '../mail/mail.ts';
import type {Sessions} from '../sessions/sessions.ts';
import {isGuest, type UserRow, type Users} from '../users/users.ts';

/** The browser or app and the operating system of a client, without versions. */
interface Device {
  browser: string;
  os: string;
}

const UNKNOWN = 'Unknown';
const AUDITED_ACTION = '/api/v4/users/login';

export type Login = ReturnType<typeof createLogin>;

export function createLogin({
  users,
  sessions,
  audits,
  accountEmails,
  config,
}: {
  users: Users;
  sessions: Sessions;
  audits: Audits;
  accountEmails: AccountEmails;
  config: Config;
}) {
  async function requireVerifiedEmail(user: UserRow): Promise<void> {
    const settings = config.get();
    if (!settings.EmailSettings.RequireEmailVerification || user.emailverified) return;
    const isOn = isMailOn(settings);
    // Sends another email, because the previous one may be lost.
    if (isOn) await accountEmails.sendVerification(user.email);
    throw new AppError({
      id: 'api.user.login.not_verified.app_error',
      message: isOn
        ? 'Your email address has not been verified. Open the link in the email that was sent to you.'
        : 'The email address of this account has not been verified. Ask an administrator to verify it.',
      status: 401,
    });
  }

  /** Whether the account has signed in with this browser or app and operating system before, in any version. */
  async function isKnown(user: UserRow, device: Device): Promise<boolean> {
    if (await audits.has(user.id, AUDITED_ACTION, auditDetails(device))) return true;
    const open = await sessions.ofUser(user.id);
    return open.some(({props}) => auditDetails(toDevice(props)) === auditDetails(device));
  }

  return {
    /**
     * Creates a session for a user who enters the password of the account with this `loginId` or, if there is none,
     * `userId`. Sends an email about the first sign-in from a device, except for the first sign-in of the account.
     *
     * @throws AppError 400 for a blank password; 401 for everything else. With a wrong password, the error and the
     *   response time don't reveal whether the account exists.
     */
    async signIn({
      loginId,
      userId = '',
      password,
      deviceId,
      props = {},
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
      // Bots and accounts of external services have no valid password.
      if (!(await users.passwordMatches(user, password)) || !user) {
        // Also written for unknown accounts, so that both cases wait for a commit.
        await Promise.all([
          user && users.recordFailedLogin(user),
          audits.record(user && {userId: user.id, id: ''}, AUDITED_ACTION, 'fail', ipAddress),
        ]);
        throw invalidCredentials();
      }
      await attempt.succeeded();
      // This is revealed only to users who know the password.
      if (user.deleteat > 0) throw inactive();
      requireAllowedGuest(user, config);
      await requireVerifiedEmail(user);
      const now = Date.now();
      const device = toDevice(props);
      const isNew = user.lastlogin > 0 && isMailOn(config.get()) && !(await isKnown(user, device));
      await users.recordLogin(user, now);
      const opened = await sessions.open(user, {deviceId, props});
      const actor = {userId: user.id, id: opened.row.id};
      if (isNew) {
        const deviceNames = [device.browser, device.os].filter((name) => name !== UNKNOWN);
        await accountEmails.newSignIn(user, {time: now, device: deviceNames, ipAddress});
      }
      // Recorded after the email is queued, because the device is recognized from then on. The client gets its session
      // only after both.
      await audits.record(actor, AUDITED_ACTION, auditDetails(device), ipAddress);
      return {...opened, user: {...user, failedattempts: 0, lastlogin: now}};
    },
  };
}

/** The device from the properties of a session, in which the browser has a version, such as `Firefox/139.0`. */
function toDevice({browser = UNKNOWN, os = UNKNOWN}: Record<string, string>): Device {
  return {browser: browser.split('/')[0]!, os};
}

/**
 * The details of the audit log entry, by which the device is recognized later. Official clients show the first word.
 */
const auditDetails = ({browser, os}: Device) => `authenticated browser=${browser} os=${os}`;

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
