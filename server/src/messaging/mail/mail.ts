import {createPoller} from '../../platform/concurrency/poller.ts';
import type {Config} from '../../platform/config/config.ts';
import {isMailOn} from '../../platform/config/is-mail-on.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {type AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {createDatabaseRateLimitStore} from '../../platform/rate-limit/database-store.ts';
import {consumeRateLimit} from '../../platform/rate-limit/rate-limit.ts';
import type {MailContent} from './layout.ts';
import {MailError, sendMail} from './send-mail.ts';
import {claimMails, deleteMail, insertMail, postponeMail, type QueuedMail} from './store.ts';

export {isMailOn} from '../../platform/config/is-mail-on.ts';
export {MailError, sendMail} from './send-mail.ts';
export {type MailTexts, mailTexts} from './texts.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** Emails are waiting to be sent. */
    'mail:waiting': Record<string, never>;
  }
}

/** What an email is about. */
export type MailKind = 'password_reset' | 'email_verification';

/**
 * Makes the content of an email when it is sent, for the address that it was queued for. Undefined if there is nothing
 * to send (any more).
 */
export type ComposeMail = (recipient: string) => Promise<{to: string; content: MailContent} | undefined>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds to wait after each failed attempt. The email is given up after the last one. */
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
/** How often to check for emails that are due or were abandoned by a server that crashed. */
const POLL_INTERVAL = 5 * SECOND;
/** After this, another server sends the email. Longer than sending takes, even to a slow mail server. */
const ABANDONED_AFTER = HOUR;
/** The limit for each kind of email to one address. */
const PER_RECIPIENT = {burst: 5, perSecond: 5 / 3600};

/** 501: the server sends no emails. */
export function mailIsOff(): AppError {
  return notImplemented(
    'api.email.disabled.app_error',
    'This server does not send emails. An administrator can set EmailSettings.SMTPServer and EmailSettings.FeedbackEmail.',
  );
}

export type Mail = ReturnType<typeof createMail>;

/**
 * The queue of emails. They are sent at least once, even if the server stops, and retried for hours while the mail server
 * is unavailable (docs/operations.md#email).
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
    onError: (error) => log.warn({err: error}, 'could not check for emails to send; trying again'),
  });
  events.onOrigin('mail:waiting', poller.wake);

  /** Delivers some of the emails that are due. False if there were none. */
  async function deliverDue(): Promise<boolean> {
    if (!isMailOn(config.get())) return false;
    const now = Date.now();
    const mails = await claimMails(database, {
      now,
      abandonedAt: now + ABANDONED_AFTER,
      limit: MAX_CONCURRENT,
    });
    await Promise.all(mails.map(deliver));
    return mails.length > 0;
  }

  /** The log names the kind of the email and the response, but neither its content nor the person. */
  async function deliver({id, kind, recipient, attempts}: QueuedMail): Promise<void> {
    const entry = {mailId: id, kind, attempts};
    try {
      const mail = await composers.get(kind)?.(recipient);
      if (mail) {
        await sendMail(config.get(), mail);
        log.info(entry, 'sent an email');
      }
    } catch (error) {
      const delay = RETRY_DELAYS[attempts - 1];
      const isPermanent = error instanceof MailError && error.isPermanent;
      if (!isPermanent && delay !== undefined) {
        log.warn({...entry, err: error}, 'could not send an email; trying again later');
        return postponeMail(database, id, Date.now() + delay);
      }
      log.error({...entry, err: error}, 'could not send an email; giving up');
    }
    await deleteMail(database, id);
  }

  return {
    /** Sets how emails of a kind are made. */
    compose(kind: MailKind, make: ComposeMail): void {
      composers.set(kind, make);
    },

    /** @throws AppError 501 if the server sends no emails. */
    requireOn(): void {
      if (!isMailOn(config.get())) throw mailIsOff();
    },

    /**
     * Queues an email within a transaction, and returns a function to call after the commit. More than five emails of a
     * kind to one address in an hour are dropped, so that no one can flood a mailbox.
     */
    async queue(db: Queryable, kind: MailKind, recipient: string): Promise<() => void> {
      const {allowed} = await consumeRateLimit(
        limits,
        `mail ${kind} ${recipient}`,
        PER_RECIPIENT,
        Date.now(),
      );
      if (!allowed) return () => {};
      await insertMail(db, {id: newId(), kind, recipient}, Date.now());
      return () => events.publish('mail:waiting', {});
    },

    /** Starts sending, now and whenever emails are queued. */
    start: poller.start,

    /** Sends no more emails, and waits for those that are being sent. */
    stop: poller.stop,
  };
}
