import type {Settings} from '../../platform/config/settings.ts';

/**
 * The server-wide mode of collapsed threads. `never` and `always` apply to everyone; `on` and `off` are the default for
 * users without the preference `collapsed_reply_threads` in the category `display_settings`.
 */
export function collapsedThreadsMode({ServiceSettings}: Settings): 'never' | 'always' | 'on' | 'off' {
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
