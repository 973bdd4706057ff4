import type {Statuses} from '../../../messaging/statuses/statuses.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/online`, `/away`, `/dnd` and `/offline`. */
export function statusCommands({statuses}: {statuses: Statuses}): BuiltInCommand[] {
  const command = (
    trigger: 'online' | 'away' | 'dnd' | 'offline',
    description: string,
    reply: string,
  ): BuiltInCommand => ({
    trigger,
    hint: '',
    description,
    async run(_given, actor) {
      await statuses.choose(actor.userId, trigger);
      return textResponse(reply);
    },
  });
  return [
    command('online', 'Set your status to online', 'You are now online.'),
    command('away', 'Set your status to away', 'You are now away.'),
    command('dnd', 'Turn on Do Not Disturb', 'Do Not Disturb is on. To turn it off, use /online.'),
    command('offline', 'Set your status to offline', 'You now appear offline.'),
  ];
}
