import type {Preferences} from '../../../messaging/preferences/preferences.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/collapse` and `/expand`: whether images and link previews start collapsed. */
export function previewCommands({preferences}: {preferences: Preferences}): BuiltInCommand[] {
  const command = (trigger: 'collapse' | 'expand', value: 'true' | 'false'): BuiltInCommand => ({
    trigger,
    async run(_invocation, {userId}, {commands: {collapsed, expanded}}) {
      await preferences.set(userId, [{category: 'display_settings', name: 'collapse_previews', value}]);
      return textResponse(trigger === 'collapse' ? collapsed : expanded);
    },
  });
  return [command('collapse', 'true'), command('expand', 'false')];
}
