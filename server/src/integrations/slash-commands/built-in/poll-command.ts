import type {Polls} from '../../polls/polls.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/poll`. */
export function pollCommand({polls}: {polls: Polls}): BuiltInCommand {
  return {
    trigger: 'poll',
    hint: '"[question]" "[option 1]" "[option 2]" [--multiple] [--anonymous]',
    description: 'Create a poll',
    async run({text, channelId, rootId}, {userId}) {
      await polls.create(text, {userId, channelId, rootId});
      return textResponse('');
    },
  };
}
