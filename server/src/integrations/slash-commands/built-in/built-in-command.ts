import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {CommandName, Texts} from '../../../messaging/texts/texts.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {CommandInvocation} from '../command-calls.ts';
import type {CommandResponse} from '../command-response.ts';

/** A command that the server provides. Its description and its arguments are in the catalogs of texts. */
export interface BuiltInCommand {
  trigger: CommandName;
  /**
   * Runs the command. `texts` are in the user's language.
   *
   * @throws AppError with a message that the user can act on, which only they see
   */
  run(command: CommandInvocation, actor: Session, texts: Texts): Promise<CommandResponse> | CommandResponse;
}

/** What people see about a command before they use it. */
export interface CommandHelp {
  trigger: CommandName;
  /** The arguments, such as `[message]`; empty for none. */
  hint: string;
  description: string;
}

/** The help of these commands in one language. */
export function commandHelp(commands: readonly BuiltInCommand[], {commands: texts}: Texts): CommandHelp[] {
  const hints: Partial<Record<CommandName, string>> = texts.hints;
  return commands.map(({trigger}) => ({
    trigger,
    hint: hints[trigger] ?? '',
    description: texts.descriptions[trigger],
  }));
}

/** A command that can't run as it was entered. `message` is in the user's language, and only they see it. */
export function refused(message: string): AppError {
  return new AppError({id: 'api.command.refused.app_error', message, status: 400});
}
