import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus, Task} from '../../platform/event-bus/event-bus.ts';
import {isMailOn, type Mail, timeInMail} from '../mail/mail.ts';
import {selectPreference, uses24Hours} from '../preferences/preferences.ts';
import {type Texts, textsIn} from '../texts/texts.ts';
import type {AccountChange, UserRow, Users} from '../users/users.ts';

/** A sign-in from a device that the account has not used before. */
export interface NewSignIn {
  /** Milliseconds since the epoch. */
  time: number;
  /** The browser or app and the operating system, if known. */
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
 * Emails people about changes to their account, in case someone else made them. The email goes to the address that the
 * account had before the change, so that changing the address can't hide it.
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
  async function queue(
    notice: Notice,
    owner: Owner,
    data: Record<string, unknown> = {},
    complete?: Task['complete'],
  ): Promise<void> {
    const settings = config.get();
    if (!isMailOn(settings)) return;
    // An unverified address may belong to someone else.
    if (settings.EmailSettings.RequireEmailVerification && !owner.emailverified) return;
    const {id, username, email} = owner;
    const announce = await database.transaction(async (tx) => {
      await complete?.(tx);
      return mail.queue(tx, notice, email, {...data, userId: id, username});
    });
    announce?.();
  }

  function compose(notice: Notice) {
    return async ({recipient, data}: {recipient: string; data: Record<string, unknown>}) => {
      const user = await undefinedIfNotFound(users.byId(String(data.userId)));
      if (!user || user.isbot) return undefined;
      const isDeactivation = notice === 'deactivated';
      if (user.deleteat > 0 !== isDeactivation) return undefined;
      const settings = config.get();
      const texts = textsIn(user.locale, settings);
      const {title, text} = texts.notices[notice];
      const site = settings.TeamSettings.SiteName;
      const clock = await selectPreference(database, user.id, 'display_settings', 'use_military_time');
      return {
        to: recipient,
        content: {
          language: texts.language,
          direction: texts.direction,
          subject: `[${site}] ${title}`,
          title,
          paragraphs: [
            text(String(data.username), noticeDetail(data, texts, user, uses24Hours(clock?.value))),
            // A deactivated user can't sign in to change the password.
            ...(isDeactivation ? [] : [texts.notices.notYou]),
          ],
          footer: texts.footer(site, siteUrl(settings)),
        },
      };
    };
  }
  for (const notice of NOTICES) mail.compose(notice, compose(notice));

  events.untilDone('account:changed', 'notice', ({change, before, detail}, {complete}) =>
    queue(change, before, {detail}, complete),
  );
  events.untilDone('access-token:created', 'notice', async ({userId, description}, {complete}) => {
    const owner = await undefinedIfNotFound(users.byId(userId));
    if (owner) await queue('token_created', owner, {detail: description}, complete);
  });

  return {
    /** Emails the owner of an account about a sign-in from a new device, if the server sends email. */
    newSignIn: (user: UserRow, {time, device, ipAddress}: NewSignIn): Promise<void> =>
      queue('new_sign_in', user, {time, detail: [...device, ipAddress].join(' · ')}),
  };
}

function noticeDetail(
  data: Record<string, unknown>,
  {language}: Texts,
  user: UserRow,
  is24Hours: boolean | undefined,
): string {
  const detail = String(data.detail ?? '');
  if (typeof data.time !== 'number') return detail;
  return `${timeInMail(data.time, language, user, is24Hours)} · ${detail}`;
}
