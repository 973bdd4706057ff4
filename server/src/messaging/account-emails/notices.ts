import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {isMailOn, type Mail, type MailTexts, mailTexts, timeInMail} from '../mail/mail.ts';
import type {AccountChange, UserRow, Users} from '../users/users.ts';

/** A sign-in from a device that the account has not used before. */
export interface NewSignIn {
  /** Milliseconds since the epoch. */
  time: number;
  /** The program and the operating system, as far as they are known. */
  device: readonly string[];
  ipAddress: string;
}

type Owner = AccountChange['before'];

const NOTICES = [
  'email_changed',
  'username_changed',
  'password_changed',
  'new_sign_in',
  'token_created',
  'deactivated',
] as const;

type Notice = (typeof NOTICES)[number];

/**
 * Tells people by email what happened to their account, in case it was someone else. An email goes to the address that
 * the account had at that time, so that changing the address too doesn't hide a change.
 */
export function createAccountNotices({
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
  async function queue(notice: Notice, owner: Owner, data: Record<string, unknown> = {}): Promise<void> {
    const settings = config.get();
    if (!isMailOn(settings)) return;
    // It may be the address of a stranger.
    if (settings.EmailSettings.RequireEmailVerification && !owner.emailverified) return;
    const {id, username, email} = owner;
    (await mail.queue(database, notice, email, {...data, userId: id, username}))?.();
  }

  function compose(notice: Notice) {
    return async ({recipient, data}: {recipient: string; data: Record<string, unknown>}) => {
      const user = await undefinedIfNotFound(users.byId(String(data.userId)));
      if (!user || user.isbot) return undefined;
      const isDeactivation = notice === 'deactivated';
      if (user.deleteat > 0 !== isDeactivation) return undefined;
      const settings = config.get();
      const texts = mailTexts(user.locale, settings);
      const {title, text} = texts.notices[notice];
      const site = settings.TeamSettings.SiteName;
      return {
        to: recipient,
        content: {
          language: texts.language,
          direction: texts.direction,
          subject: `[${site}] ${title}`,
          title,
          paragraphs: [
            text(String(data.username), detailOf(data, texts, user)),
            // Someone who can't sign in can't change the password.
            ...(isDeactivation ? [] : [texts.notices.notYou]),
          ],
          footer: texts.footer(site, siteUrl(settings)),
        },
      };
    };
  }
  for (const notice of NOTICES) mail.compose(notice, compose(notice));

  events.onOrigin('account:changed', ({change, before, detail}) => queue(change, before, {detail}));
  events.onOrigin('access-token:created', async ({userId, description}) =>
    queue('token_created', await users.byId(userId), {detail: description}),
  );

  return {
    /** Tells the owner of an account about a sign-in from a new device, if the server sends emails. */
    newSignIn: (user: UserRow, {time, device, ipAddress}: NewSignIn): Promise<void> =>
      queue('new_sign_in', user, {time, detail: [...device, ipAddress].join(' · ')}),
  };
}

function detailOf(data: Record<string, unknown>, {language}: MailTexts, user: UserRow): string {
  const detail = String(data.detail ?? '');
  return typeof data.time === 'number' ? `${timeInMail(data.time, language, user)} · ${detail}` : detail;
}
