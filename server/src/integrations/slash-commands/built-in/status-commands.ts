import {type CustomStatuses, DEFAULT_EMOJI, type Statuses} from '../../../messaging/statuses/statuses.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** An emoji name between colons, and the text after it. */
const EMOJI_AND_TEXT = /^(?::([+\w-]+):)?\s*(.*)$/s;

/** `/online`, `/away`, `/dnd`, `/offline` and `/status`. */
export function statusCommands({
  statuses,
  customStatuses,
}: {
  statuses: Statuses;
  customStatuses: CustomStatuses;
}): BuiltInCommand[] {
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
    {
      trigger: 'status',
      hint: ':[emoji]: [text] or clear',
      description: 'Set or clear your custom status',
      async run({text}, {userId}) {
        if (text.trim() === 'clear') {
          await customStatuses.clear(userId);
          return textResponse('Your custom status was cleared.');
        }
        const [, emoji = '', words = ''] = EMOJI_AND_TEXT.exec(text.trim())!;
        if (emoji === '' && words === '') {
          throw new AppError({
            id: 'api.command_status.text.app_error',
            message: '/status requires an emoji or text, for example /status :palm_tree: On vacation',
            status: 400,
          });
        }
        await customStatuses.set(userId, {emoji, text: words});
        const shown = [`:${emoji || DEFAULT_EMOJI}:`, words].filter(Boolean).join(' ');
        return textResponse(`Your custom status is now ${shown}. To clear it, use /status clear.`);
      },
    },
  ];
}
