import {createPoller} from '../../platform/concurrency/poller.ts';
import type {Config} from '../../platform/config/config.ts';
import {isMailOn} from '../../platform/config/is-mail-on.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {type AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {createDatabaseRateLimitStore} from '../../platform/rate-limit/database-store.ts';
import {consumeRateLimit} from '../../platform/rate-limit/rate-limit.ts';
import type {MailContent} from './layout.ts';
import {MailError, sendMail} from './send-mail.ts';
import {
  claimMails,
  deleteMail,
  deleteMailsOf,
  insertMail,
  lockMail,
  postponeMail,
  type QueuedMail,
} from './store.ts';

export {isMailOn} from '../../platform/config/is-mail-on.ts';
export type {MailMessage} from './layout.ts';
export {markdownHtml} from './markdown-html.ts';
export {MailError, sendMail} from './send-mail.ts';
export {timeInMail} from './time-in-mail.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** Emails are queued. */
    'mail:waiting': Record<string, never>;
  }
}

/** The kinds of emails. Each has a limit per recipient: how many at once, and how many per hour after that. */
const LIMITS = {
  password_reset: {burst: 5, perHour: 5},
  email_verification: {burst: 5, perHour: 5},
  missed_messages: {burst: 30, perHour: 60},
  invitation: {burst: 5, perHour: 5},
  email_changed: {burst: 10, perHour: 10},
  username_changed: {burst: 10, perHour: 10},
  password_changed: {burst: 10, perHour: 10},
  new_sign_in: {burst: 10, perHour: 10},
  token_created: {burst: 10, perHour: 10},
  deactivated: {burst: 10, perHour: 10},
} as const;

export type MailKind = keyof typeof LIMITS;

/** An email that is about to be sent. */
export interface ComposedMail {
  to: string;
  content: MailContent;
  /** Mail programs show emails with the same value as one thread. Only letters, digits, `-` and `_`. */
  thread?: string;
  /** A URL that turns off these emails when a mail program sends a POST request to it (RFC 8058). */
  unsubscribeUrl?: string;
  /** Called when the email leaves the queue: the mail server accepted it, or the last attempt failed. */
  settled?: (isSent: boolean) => Promise<void>;
}

/** Composes an email from its queued data when it is sent. Undefined if it is no longer needed. */
export type ComposeMail = (queued: {
  id: string;
  recipient: string;
  data: Record<string, unknown>;
}) => Promise<ComposedMail | undefined>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after each failed attempt, in milliseconds. The email is dropped after the last one. */
const RETRY_DELAYS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
] as const;
const MAX_CONCURRENT = 4;
/** How often to check for emails that are due, or that a crashed server left behind, in milliseconds. */
const POLL_INTERVAL = 5 * SECOND;
/**
 * When another server may send a claimed email, in milliseconds. Longer than any sending takes, even to a slow mail
 * server.
 */
const ABANDONED_AFTER = HOUR;

/** 501: email is not configured. */
export function mailDisabled(): AppError {
  return notImplemented(
    'api.email.disabled.app_error',
    'This server does not send emails. An administrator can set EmailSettings.SMTPServer and EmailSettings.FeedbackEmail.',
  );
}

export type Mail = ReturnType<typeof createMail>;

/**
 * The queue of emails. They are sent at least once, even if the server stops, and retried for hours while the mail
 * server is unavailable (docs/email.md#the-queue).
 */
export function createMail({
  database,
  config,
  events,
  log,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
}) {
  const limits = createDatabaseRateLimitStore(database);
  const composers = new Map<string, ComposeMail>();
  const poller = createPoller({
    interval: POLL_INTERVAL,
    work: deliverDue,
    onError: (error) => log.warn({err: error}, 'could not check for emails to send; retrying'),
  });
  events.onOrigin('mail:waiting', poller.wake);

  /** Delivers a batch of due emails. Returns false if there were none. */
  async function deliverDue(): Promise<boolean> {
    if (!isMailOn(config.get())) return false;
    const now = Date.now();
    const mails = await claimMails(database, {
      // During an upgrade, newer servers may queue other kinds.
      kinds: [...composers.keys()],
      now,
      abandonedAt: now + ABANDONED_AFTER,
      limit: MAX_CONCURRENT,
    });
    await Promise.all(mails.map(deliver));
    return mails.length > 0;
  }

  /**
   * Sends one email. Log entries contain the kind of the email and the response, but neither its content nor the
   * recipient.
   */
  async function deliver({id, kind, recipient, data, attempts}: QueuedMail): Promise<void> {
    const entry = {mailId: id, kind, attempts};
    let mail: ComposedMail | undefined;
    let isSent = false;
    try {
      mail = await composers.get(kind)!({id, recipient, data});
      if (mail) {
        await sendMail(config.get(), {...mail, id});
        isSent = true;
        log.info(entry, 'sent an email');
      }
    } catch (error) {
      const delay = RETRY_DELAYS[attempts - 1];
      const isPermanent = error instanceof MailError && error.isPermanent;
      if (!isPermanent && delay !== undefined) {
        log.warn({...entry, err: error}, 'could not send an email; retrying later');
        return postponeMail(database, id, Date.now() + delay);
      }
      log.error({...entry, err: error}, 'could not send an email; giving up');
    }
    await deleteMail(database, id);
    await mail?.settled?.(isSent);
  }

  return {
    /** Sets the function that composes emails of a kind. */
    compose(kind: MailKind, make: ComposeMail): void {
      composers.set(kind, make);
    },

    /** @throws AppError 501 if the server sends no emails. */
    requireOn(): void {
      if (!isMailOn(config.get())) throw mailDisabled();
    },

    /**
     * Queues an email within a transaction. Returns a function to call after the commit, or undefined if the recipient
     * got too many emails of the kind, so that no one can flood a mailbox.
     *
     * @param recipient an address, or the id of a user if the kind's {@link ComposeMail} expects one
     */
    async queue(
      db: Queryable,
      kind: MailKind,
      recipient: string,
      data: Record<string, unknown> = {},
    ): Promise<(() => void) | undefined> {
      const {burst, perHour} = LIMITS[kind];
      const limit = {burst, perSecond: perHour / 3600};
      const {allowed} = await consumeRateLimit(limits, `mail ${kind} ${recipient}`, limit, Date.now());
      if (!allowed) return undefined;
      await insertMail(db, {id: newId(), kind, recipient, data}, Date.now());
      return () => events.publish('mail:waiting', {});
    },

    /** Deletes queued emails of a kind, or one of them. */
    async cancel(tx: Transaction, kind: MailKind, id?: string): Promise<void> {
      if (id === undefined) await deleteMailsOf(tx, kind);
      else await deleteMail(tx, id);
    },

    /** Whether an email is still queued. If so, it can't be canceled until the end of the transaction. */
    isStillQueued: (tx: Transaction, id: string) => lockMail(tx, id),

    /** Starts sending emails. */
    start: poller.start,

    /** Stops sending emails, after those that are being sent. */
    stop: poller.stop,
  };
}
