import type {Sessions} from '../../../messaging/sessions/sessions.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/help`, `/logout`, and commands that only exist in the web client. */
export function sessionCommands({
  sessions,
  all,
}: {
  sessions: Sessions;
  /** Every built-in command, for `/help`. */
  all: () => readonly BuiltInCommand[];
}): BuiltInCommand[] {
  const inClient = (trigger: string, hint: string, description: string, reply: string): BuiltInCommand => ({
    trigger,
    hint,
    description,
    run: () => textResponse(reply),
  });
  return [
    {
      trigger: 'help',
      hint: '',
      description: 'List available commands',
      run: () =>
        textResponse(
          all()
            .map(({trigger, hint, description}) => `- \`/${trigger}${hint && ` ${hint}`}\` ${description}`)
            .join('\n'),
        ),
    },
    {
      trigger: 'logout',
      hint: '',
      description: 'Sign out',
      async run(_given, actor) {
        if (actor.kind === 'session') await sessions.revoke(actor.userId, actor.id);
        return {...textResponse(''), gotoLocation: '/login'};
      },
    },
    inClient(
      'shortcuts',
      '',
      'Show the keyboard shortcuts',
      'To see the keyboard shortcuts, press Ctrl+/ in the web client.',
    ),
    inClient(
      'search',
      '[text]',
      'Search messages',
      'To search, use the search box at the top of the web client.',
    ),
    inClient(
      'settings',
      '',
      'Open the settings',
      'To open the settings, click your profile picture in the web client.',
    ),
  ];
}
