import type {Polls} from '../../polls/polls.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** `/poll`. */
export function pollCommand({polls}: {polls: Polls}): BuiltInCommand {
  return {
    trigger: 'poll',
    async run({text, channelId, rootId}, {userId}, {polls: texts}) {
      await polls.create(text, {userId, channelId, rootId, texts});
      return textResponse('');
    },
  };
}
