import type {Preferences} from '../../../messaging/preferences/preferences.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/collapse` and `/expand`: whether images and link previews start collapsed. */
export function previewCommands({preferences}: {preferences: Preferences}): BuiltInCommand[] {
  const command = (trigger: string, value: 'true' | 'false', description: string, reply: string) => ({
    trigger,
    hint: '',
    description,
    async run(_invocation: unknown, {userId}: {userId: string}) {
      await preferences.set(userId, [{category: 'display_settings', name: 'collapse_previews', value}]);
      return textResponse(reply);
    },
  });
  return [
    command(
      'collapse',
      'true',
      'Collapse images and link previews',
      'Images and link previews are now collapsed.',
    ),
    command(
      'expand',
      'false',
      'Expand images and link previews',
      'Images and link previews are now expanded.',
    ),
  ];
}
