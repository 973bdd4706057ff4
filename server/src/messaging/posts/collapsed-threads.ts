import type {Settings} from '../../platform/config/settings.ts';

/**
 * Whether people see threads apart from the channel: `never` and `always` are for everybody, `on` and `off` for whoever
 * has chosen nothing (the preference `collapsed_reply_threads` of the category `display_settings`).
 */
export function usualCollapsedThreads({ServiceSettings}: Settings): 'never' | 'always' | 'on' | 'off' {
  switch (ServiceSettings.CollapsedThreads) {
    case 'disabled':
      return 'never';
    case 'always_on':
      return 'always';
    case 'default_on':
      return 'on';
    default:
      return 'off';
  }
}
