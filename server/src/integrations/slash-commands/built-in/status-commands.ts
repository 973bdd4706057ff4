import {type CustomStatuses, DEFAULT_EMOJI, type Statuses} from '../../../messaging/statuses/statuses.ts';
import {textResponse} from '../command-response.ts';
import {type BuiltInCommand, refused} from './built-in-command.ts';

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
  const command = (trigger: 'online' | 'away' | 'dnd' | 'offline'): BuiltInCommand => ({
    trigger,
    async run(_given, actor, {commands: texts}) {
      await statuses.choose(actor.userId, trigger);
      return textResponse(texts.chosen[trigger]);
    },
  });
  return [
    command('online'),
    command('away'),
    command('dnd'),
    command('offline'),
    {
      trigger: 'status',
      async run({text}, {userId}, {commands: texts}) {
        if (text.trim() === 'clear') {
          await customStatuses.clear(userId);
          return textResponse(texts.statusCleared);
        }
        const [, emoji = '', words = ''] = EMOJI_AND_TEXT.exec(text.trim())!;
        if (emoji === '' && words === '') throw refused(texts.statusText);
        await customStatuses.set(userId, {emoji, text: words});
        const shown = [`:${emoji || DEFAULT_EMOJI}:`, words].filter(Boolean).join(' ');
        return textResponse(texts.statusSet(shown));
      },
    },
  ];
}
