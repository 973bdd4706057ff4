import {invalidChannel} from '../channel-errors.ts';

/** The notification settings of a new member, which use the account's settings by default. */
export const DEFAULT_CHANNEL_NOTIFY_PROPS: Readonly<Record<string, string>> = {
  channel_auto_follow_threads: 'off',
  desktop: 'default',
  desktop_threads: 'default',
  email: 'default',
  ignore_channel_mentions: 'default',
  mark_unread: 'all',
  push: 'default',
  push_threads: 'default',
};

const LEVELS = ['default', 'all', 'mention', 'none'];

/**
 * The values that each setting allows, and the error id for any other value
 * (docs/specification.md#preferences-and-notification-settings).
 */
const RULES: Readonly<Record<string, {allowed: readonly string[]; error: string}>> = {
  channel_auto_follow_threads: {allowed: ['on', 'off'], error: 'channel_auto_follow_threads_value'},
  desktop: {allowed: LEVELS, error: 'notify_level'},
  desktop_notification_sound: {
    allowed: ['default', 'Bing', 'Crackle', 'Down', 'Hello', 'Ripple', 'Upstairs'],
    error: 'notify_level',
  },
  desktop_sound: {allowed: ['default', 'on', 'off'], error: 'notify_level'},
  desktop_threads: {allowed: LEVELS, error: 'notify_level'},
  email: {allowed: [...LEVELS, 'true', 'false'], error: 'email_value'},
  ignore_channel_mentions: {allowed: ['default', 'on', 'off'], error: 'ignore_channel_mentions_value'},
  mark_unread: {allowed: ['all', 'mention'], error: 'unread_level'},
  push: {allowed: LEVELS, error: 'push_level'},
  push_threads: {allowed: LEVELS, error: 'push_level'},
};

/** Keeps only supported settings. @throws AppError 400 for a value that is not allowed. */
export function validNotifyProps(props: Readonly<Record<string, unknown>>): Record<string, string> {
  const valid: Record<string, string> = {};
  for (const [name, {allowed, error}] of Object.entries(RULES)) {
    const value = props[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || !allowed.includes(value)) {
      throw invalidChannel(
        `model.channel_member.is_valid.${error}.app_error`,
        `${name} must be one of ${allowed.join(', ')}, not ${JSON.stringify(value).slice(0, 100)}.`,
        name,
      );
    }
    valid[name] = value;
  }
  return valid;
}
