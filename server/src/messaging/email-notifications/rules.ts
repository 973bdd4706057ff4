import type {Settings} from '../../platform/config/settings.ts';
import {isMailOn} from '../mail/mail.ts';

/** Whether users get emails about messages that they missed. */
export function areEmailNotificationsOn(settings: Settings): boolean {
  return settings.EmailSettings.SendEmailNotifications && isMailOn(settings);
}

/** Whether the settings of a user allow an email about a message in a channel. */
export function wantsEmail({
  account,
  channel,
  mentioned,
}: {
  /** The notification settings of the account. */
  account: Readonly<Record<string, string>>;
  /** The notification settings of the channel membership. */
  channel: Readonly<Record<string, string>>;
  /** False for a reply in a thread that the user follows. */
  mentioned: boolean;
}): boolean {
  const isOn = account.email !== 'false' && channel.email !== 'false';
  const isMuted = channel.mark_unread === 'mention';
  return isOn && !isMuted && (mentioned || (account.email_threads ?? 'all') === 'all');
}
