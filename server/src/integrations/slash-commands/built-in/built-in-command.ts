import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {GivenCommand} from '../command-calls.ts';
import type {CommandResponse} from '../command-response.ts';

/** A command of the server's own. */
export interface BuiltInCommand {
  trigger: string;
  /** What may follow the word. */
  hint: string;
  description: string;
  /**
   * Does what the command says and tells the user.
   *
   * @throws AppError in words that the user can act on; the input stays with the user
   */
  run(given: GivenCommand, actor: Session): Promise<CommandResponse> | CommandResponse;
}
