import {randomBytes} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus, Task} from '../../platform/event-bus/event-bus.ts';
import {isMailOn, type Mail} from '../mail/mail.ts';
import type {UserRow, Users} from '../users/users.ts';
import {createAccountNotices} from './notices.ts';
import {consumeToken, deleteTokensBefore, insertToken, selectToken, type TokenType} from './store.ts';

/** How long a link in an email works, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;
/** The longest lifetime of any token, in milliseconds. */
const MAX_TOKEN_LIFETIME = 2 * LIFETIME;
/** Bytes of a token: 64 characters in hexadecimal, the length that clients of the reference server expect. */
const TOKEN_BYTES = 32;

export {
  consumeToken,
  deleteTokensOfInvitation,
  deleteTokensOfTypes as deleteTokensOf,
  insertToken,
  selectToken,
} from './store.ts';

import {type Texts, textsIn} from '../texts/texts.ts';

export type AccountEmails = ReturnType<typeof createAccountEmails>;

/**
 * Password resets, email verification, and notices about account changes.
 *
 * Whether an address has an account is decided when the email is sent, so that a request takes the same time and gets
 * the same response in both cases. The token is created then too, so that the queue contains no secrets.
 */
export function createAccountEmails({
  database,
  config,
  events,
  mail,
  users,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  mail: Mail;
  users: Users;
}) {
  const {newSignIn} = createAccountNotices({database, config, events, mail, users});

  /**
   * Returns a function that composes an email with a link for the account at an address, if the account `isEligible`.
   */
  function composeLink(
    type: TokenType,
    {
      texts: textsOf,
      path,
      isEligible: wanted,
    }: {
      texts: (all: Texts) => Texts['passwordReset'];
      path: (token: string, email: string) => string;
      isEligible: (user: UserRow) => boolean;
    },
  ) {
    return async ({recipient}: {recipient: string}) => {
      const user = await undefinedIfNotFound(users.byEmail(recipient));
      if (!user || user.deleteat > 0 || user.isbot || !wanted(user)) return undefined;
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const extra = JSON.stringify({user_id: user.id, email: user.email});
      await insertToken(database, token, {createat: Date.now(), type, extra});
      const settings = config.get();
      const all = textsIn(user.locale, settings);
      const texts = textsOf(all);
      const site = settings.TeamSettings.SiteName;
      const url = siteUrl(settings);
      return {
        to: user.email,
        content: {
          language: all.language,
          direction: all.direction,
          subject: texts.subject(site),
          title: texts.title,
          paragraphs: [texts.text(user.username), texts.ignore],
          link: {label: texts.button, url: `${url}${path(token, user.email)}`},
          footer: all.footer(site, url),
        },
      };
    };
  }

  mail.compose(
    'password_reset',
    composeLink('password_recovery', {
      texts: (all) => all.passwordReset,
      path: (token) => `/reset_password_complete?token=${token}`,
      // Accounts that sign in through another service change their password there.
      isEligible: (user) => user.authservice === '',
    }),
  );
  mail.compose(
    'email_verification',
    composeLink('verify_email', {
      texts: (all) => all.emailVerification,
      path: (token, email) => `/do_verify_email?token=${token}&email=${encodeURIComponent(email)}`,
      isEligible: (user) => !user.emailverified,
    }),
  );

  /** The account that a token from a link is for, if the link still works. */
  async function accountForToken(token: string, type: TokenType) {
    const row = await selectToken(database, token, type);
    if (!row || row.createat < Date.now() - LIFETIME) return undefined;
    const {user_id, email} = JSON.parse(row.extra) as {user_id: string; email: string};
    const user = await undefinedIfNotFound(users.byId(user_id));
    // After the address has changed, the owner of the old one must not get in.
    if (!user || user.deleteat > 0 || user.email !== email) return undefined;
    return {user, createAt: row.createat};
  }

  async function requestVerification({userId}: {userId: string}, {complete}: Task): Promise<void> {
    const settings = config.get();
    if (!settings.EmailSettings.RequireEmailVerification || !isMailOn(settings)) return;
    const user = await undefinedIfNotFound(users.byId(userId));
    if (!user || user.emailverified || user.isbot) return;
    const announce = await database.transaction(async (tx) => {
      await complete(tx);
      return mail.queue(tx, 'email_verification', user.email);
    });
    announce?.();
  }
  events.untilDone('user:created', 'verification-email', requestVerification);
  events.untilDone('user:email-changed', 'verification-email', requestVerification);

  /** Queues an email to an address, whether or not an account has it. @throws AppError 501 if emails are off */
  async function send(kind: 'password_reset' | 'email_verification', email: string): Promise<void> {
    mail.requireOn();
    const announce = await database.transaction((tx) => mail.queue(tx, kind, email.trim().toLowerCase()));
    announce?.();
  }

  return {
    newSignIn,

    /** Sends a link to set a new password. @throws AppError 501 if the server sends no emails */
    sendPasswordReset: (email: string) => send('password_reset', email),

    /** Sends a link to verify an email address. @throws AppError 501 if the server sends no emails */
    sendVerification: (email: string) => send('email_verification', email),

    /**
     * Sets a new password with the token from a link, which works once, and revokes all sessions of the account.
     *
     * @returns the id of the account
     * @throws AppError 400 for an invalid, used or expired link, and for a weak password, which does not use up the
     *   link
     */
    async resetPassword(token: string, password: string): Promise<string> {
      const holder = await accountForToken(token, 'password_recovery');
      // An older link must not overwrite a password that was changed after it was sent.
      if (!holder || holder.user.lastpasswordupdate > holder.createAt) throw invalidReset();
      await users.setPassword(holder.user, password, {
        async admit(tx) {
          if (!(await consumeToken(tx, token))) throw invalidReset();
        },
      });
      // Following the link proves that the user owns the address.
      if (!holder.user.emailverified) await users.verifyEmail(holder.user);
      return holder.user.id;
    },

    /**
     * Verifies an email address with the token from a link, which works once.
     *
     * @returns the id of the account
     * @throws AppError 400 for an invalid, used or expired link
     */
    async verifyEmail(token: string): Promise<string> {
      const holder = await accountForToken(token, 'verify_email');
      if (!holder || !(await consumeToken(database, token))) throw invalidVerification();
      if (!(await users.verifyEmail(holder.user))) throw invalidVerification();
      return holder.user.id;
    },

    /** Deletes expired tokens, including those of other features. */
    sweep: () => deleteTokensBefore(database, Date.now() - MAX_TOKEN_LIFETIME),
  };
}

function invalidReset(): AppError {
  return new AppError({
    id: 'api.user.reset_password.link_expired.app_error',
    message:
      'This link to set a new password does not work anymore: links work once, for 24 hours. Request a new one.',
    status: 400,
    path: 'token',
  });
}

function invalidVerification(): AppError {
  return new AppError({
    id: 'api.user.verify_email.link_expired.app_error',
    message:
      'This link to verify an email address does not work anymore: links work once, for 24 hours. Request a new one.',
    status: 400,
    path: 'token',
  });
}
