import {randomBytes} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus, Task} from '../../platform/event-bus/event-bus.ts';
import {isMailOn, type Mail, type MailTexts, mailTexts} from '../mail/mail.ts';
import type {UserRow, Users} from '../users/users.ts';
import {createAccountNotices} from './notices.ts';
import {consumeToken, deleteTokensBefore, insertToken, selectToken, type TokenType} from './store.ts';

/** Milliseconds that a link in an email works. */
const LIFETIME = 24 * 60 * 60 * 1000;
/** Milliseconds that any token works. */
const LONGEST_LIFETIME = 2 * LIFETIME;
/** Bytes of a token: 64 characters in hexadecimal, the length that clients of the reference server expect. */
const TOKEN_BYTES = 32;

export {
  consumeToken,
  deleteTokensOf,
  deleteTokensOfInvitation,
  insertToken,
  selectToken,
} from './store.ts';

export type AccountEmails = ReturnType<typeof createAccountEmails>;

/**
 * Forgotten passwords, the verification of email addresses, and notices about changes of an account.
 *
 * Whether an address has an account is decided when the email is sent, so that a request takes the same time and gets the
 * same response in both cases. The token is created then too, so that the queue contains no secrets.
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

  /** Composes an email with a link for the account with an address, if it is `wanted`. */
  function composeLink(
    type: TokenType,
    {
      texts: textsOf,
      path,
      wanted,
    }: {
      texts: (all: MailTexts) => MailTexts['passwordReset'];
      path: (token: string, email: string) => string;
      wanted: (user: UserRow) => boolean;
    },
  ) {
    return async ({recipient}: {recipient: string}) => {
      const user = await undefinedIfNotFound(users.byEmail(recipient));
      if (!user || user.deleteat > 0 || user.isbot || !wanted(user)) return undefined;
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const extra = JSON.stringify({user_id: user.id, email: user.email});
      await insertToken(database, token, {createat: Date.now(), type, extra});
      const settings = config.get();
      const all = mailTexts(user.locale, settings);
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
      // The password of an account that signs in through another service is changed there.
      wanted: (user) => user.authservice === '',
    }),
  );
  mail.compose(
    'email_verification',
    composeLink('verify_email', {
      texts: (all) => all.emailVerification,
      path: (token, email) => `/do_verify_email?token=${token}&email=${encodeURIComponent(email)}`,
      wanted: (user) => !user.emailverified,
    }),
  );

  /** The account that a token in a link is for, if the link still works. */
  async function holderOf(token: string, type: TokenType) {
    const row = await selectToken(database, token, type);
    if (!row || row.createat < Date.now() - LIFETIME) return undefined;
    const {user_id, email} = JSON.parse(row.extra) as {user_id: string; email: string};
    const user = await undefinedIfNotFound(users.byId(user_id));
    // After a change of the address, the owner of the old one must not get in.
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
     * Sets a new password with the token of a link, which works once, and revokes all sessions of the account.
     *
     * @returns the id of the account
     * @throws AppError 400 for a link that does not work, or no longer works, and for a weak password, which does not use up the
     * link.
     */
    async resetPassword(token: string, password: string): Promise<string> {
      const holder = await holderOf(token, 'password_recovery');
      // A password that was changed since then is not changed by an older link.
      if (!holder || holder.user.lastpasswordupdate > holder.createAt) throw invalidReset();
      await users.setPassword(holder.user, password, {
        async admit(tx) {
          if (!(await consumeToken(tx, token))) throw invalidReset();
        },
      });
      // The link proves it.
      if (!holder.user.emailverified) await users.verifyEmail(holder.user);
      return holder.user.id;
    },

    /**
     * Verifies an email address with the token of a link, which works once.
     *
     * @returns the id of the account
     * @throws AppError 400 for a link that does not work, or no longer works.
     */
    async verifyEmail(token: string): Promise<string> {
      const holder = await holderOf(token, 'verify_email');
      if (!holder || !(await consumeToken(database, token))) throw invalidVerification();
      await users.verifyEmail(holder.user);
      return holder.user.id;
    },

    /** Deletes tokens that have expired, of this and other features. */
    sweep: () => deleteTokensBefore(database, Date.now() - LONGEST_LIFETIME),
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
