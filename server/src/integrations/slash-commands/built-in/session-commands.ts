import type {Sessions} from '../../../messaging/sessions/sessions.ts';
import {textResponse} from '../command-response.ts';
import {type BuiltInCommand, commandHelp} from './built-in-command.ts';

/** `/help`, `/logout`, and commands that only exist in the web client. */
export function sessionCommands({
  sessions,
  all,
}: {
  sessions: Sessions;
  /** Every built-in command, for `/help`. */
  all: () => readonly BuiltInCommand[];
}): BuiltInCommand[] {
  const inClient = (trigger: 'shortcuts' | 'search' | 'settings'): BuiltInCommand => ({
    trigger,
    run: (_given, _actor, {commands: texts}) => textResponse(texts[trigger]),
  });
  return [
    {
      trigger: 'help',
      run: (_given, _actor, texts) =>
        textResponse(
          commandHelp(all(), texts)
            .map(({trigger, hint, description}) => `- \`/${trigger}${hint && ` ${hint}`}\` ${description}`)
            .join('\n'),
        ),
    },
    {
      trigger: 'logout',
      async run(_given, actor) {
        if (actor.kind === 'session') await sessions.revoke(actor.userId, actor.id);
        return {...textResponse(''), gotoLocation: '/login'};
      },
    },
    inClient('shortcuts'),
    inClient('search'),
    inClient('settings'),
  ];
}
