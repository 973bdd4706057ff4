import type {User} from '../format/objects.ts';
import type {NewPreference} from './preferences.ts';

/** The preference that each field of a user is stored in (docs/specification.md#preferences-of-users). */
const DISPLAY = 'display_settings';
const ADVANCED = 'advanced_settings';
const SIDEBAR = 'sidebar_settings';

const PREFERENCE_BY_FIELD = {
  military_time: [DISPLAY, 'use_military_time'],
  collapse_previews: [DISPLAY, 'collapse_previews'],
  message_display: [DISPLAY, 'message_display'],
  channel_display_mode: [DISPLAY, 'channel_display_mode'],
  name_format: [DISPLAY, 'name_format'],
  colorize_usernames: [DISPLAY, 'colorize_usernames'],
  collapse_consecutive_messages: [DISPLAY, 'collapse_consecutive_messages'],
  use_markdown_preview: [ADVANCED, 'feature_enabled_markdown_preview'],
  use_formatting: [ADVANCED, 'formatting'],
  send_on_ctrl_enter: [ADVANCED, 'send_on_ctrl_enter'],
  code_block_ctrl_enter: [ADVANCED, 'code_block_ctrl_enter'],
  sync_drafts: [ADVANCED, 'sync_drafts'],
  show_join_leave: [ADVANCED, 'join_leave'],
  show_unread_scroll_position: [ADVANCED, 'unread_scroll_position'],
  show_unread_section: [SIDEBAR, 'show_unread_section'],
  limit_visible_dms_gms: [SIDEBAR, 'limit_visible_dms_gms'],
  theme: ['theme', ''],
} as const satisfies Partial<Record<keyof User, readonly [category: string, name: string]>>;

const SECONDS_BETWEEN_EMAILS = {immediate: '30', fifteen: '900', hour: '3600'};

/** The preferences that store fields of the user. */
export function preferencesOf(userId: string, user: User, {isNew}: {isNew: boolean}): NewPreference[] {
  const preferences: NewPreference[] = [];
  const add = (category: string, name: string, value: string) =>
    preferences.push({userId, category, name, value});
  for (const field of Object.keys(PREFERENCE_BY_FIELD) as (keyof typeof PREFERENCE_BY_FIELD)[]) {
    const value = user[field];
    if (value !== undefined) add(PREFERENCE_BY_FIELD[field][0], PREFERENCE_BY_FIELD[field][1], value);
  }
  // A new account starts the tutorial at its first step.
  const step = user.tutorial_step ?? (isNew ? '0' : undefined);
  if (step !== undefined) add('tutorial_step', userId, step);
  if (user.email_interval !== undefined) {
    // Without email notifications, the interval is 0.
    const interval = user.notify_props?.email === 'false' ? '0' : SECONDS_BETWEEN_EMAILS[user.email_interval];
    add('notifications', 'email_interval', interval);
  }
  return preferences;
}
