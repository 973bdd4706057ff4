import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {CommandInvocation} from '../command-calls.ts';
import type {CommandResponse} from '../command-response.ts';

/** A command that the server provides. */
export interface BuiltInCommand {
  trigger: string;
  /** The arguments. */
  hint: string;
  description: string;
  /**
   * Runs the command.
   *
   * @throws AppError with a message that the user can act on, which only they see
   */
  run(command: CommandInvocation, actor: Session): Promise<CommandResponse> | CommandResponse;
}
