import {usePreference} from '../../lib/preferences.ts';

/** Whether messages are lines with the time in front, and not blocks beside a picture. */
export function useIsCompact(): boolean {
  return usePreference('display_settings', 'message_display', 'clean') === 'compact';
}

/** Whether messages that one author writes in a row share one head. */
export function useIsGrouped(): boolean {
  return usePreference('display_settings', 'collapse_consecutive_messages', 'true') !== 'false';
}

/** Whether each name has a colour of its own; of use where there are no pictures. */
export function useColoursNames(): boolean {
  return usePreference('display_settings', 'colorize_usernames', 'true') !== 'false';
}
