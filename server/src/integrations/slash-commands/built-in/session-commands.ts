import type {Sessions} from '../../../messaging/sessions/sessions.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/help`, `/logout`, and the commands that the client carries out by itself. */
export function sessionCommands({
  sessions,
  all,
}: {
  sessions: Sessions;
  /** Every built-in command, for `/help`. */
  all: () => readonly BuiltInCommand[];
}): BuiltInCommand[] {
  const inClient = (trigger: string, hint: string, description: string, said: string): BuiltInCommand => ({
    trigger,
    hint,
    description,
    run: () => textResponse(said),
  });
  return [
    {
      trigger: 'help',
      hint: '',
      description: 'List the commands',
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
    inClient('shortcuts', '', 'Show the keyboard shortcuts', 'The keyboard shortcuts are in the web client.'),
    inClient('search', '[text]', 'Search messages', 'Search is in the web client: the field at the top.'),
    inClient(
      'settings',
      '',
      'Open the settings',
      'The settings are in the web client: the menu of your picture.',
    ),
  ];
}
