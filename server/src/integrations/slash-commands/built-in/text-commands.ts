import type {OnBehalf} from '../../../messaging/on-behalf/on-behalf.ts';
import type {Posts} from '../../../messaging/posts/posts.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {type CommandResponse, textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

const SHRUG = '¯\\\\\\_(ツ)\\_/¯';
const MAX_ECHO_DELAY_SECONDS = 600;

/** Commands that say something in the channel: `/me`, `/shrug`, `/code`, `/echo`. */
export function textCommands({posts, onBehalf}: {posts: Posts; onBehalf: OnBehalf}): BuiltInCommand[] {
  return [
    {
      trigger: 'me',
      hint: '[message]',
      description: 'Say what you do',
      run: ({text}) => inChannel(needed(text, 'me', 'waves'), 'me'),
    },
    {
      trigger: 'shrug',
      hint: '[message]',
      description: 'Add a shrug to your message',
      run: ({text}) => inChannel(text === '' ? SHRUG : `${text} ${SHRUG}`),
    },
    {
      trigger: 'code',
      hint: '[text]',
      description: 'Show text as a block of code',
      run: ({text}) => inChannel(`    ${needed(text, 'code', 'x = 1').split('\n').join('\n    ')}`),
    },
    {
      trigger: 'echo',
      hint: '"message" [seconds]',
      description: 'Say something now, or in so many seconds',
      async run({text, channelId, rootId}, {userId}) {
        const {message, delay} = echoOf(needed(text, 'echo', '"done" 60'));
        if (delay === 0) return inChannel(message);
        async function say(): Promise<void> {
          if (await onBehalf.obstacleToPosting(userId, channelId, 'required')) return;
          await posts.create({channelId, userId, message, rootId, setOnline: false});
        }
        // Nobody waits for it: what cannot be posted any more is dropped.
        setTimeout(() => void say().catch(() => {}), delay * 1000).unref();
        return textResponse(`"${message}" will be said in ${delay} s.`);
      },
    },
  ];
}

function inChannel(text: string, type = ''): CommandResponse {
  return {...textResponse(text), responseType: 'in_channel', type, skipSlackParsing: true};
}

function echoOf(text: string): {message: string; delay: number} {
  const quoted = /^"(.*)"(?:\s+(\d+))?$/s.exec(text);
  if (!quoted) return {message: text, delay: 0};
  const delay = Number(quoted[2] ?? 0);
  if (delay > MAX_ECHO_DELAY_SECONDS) {
    throw new AppError({
      id: 'api.command_echo.delay.app_error',
      message: `/echo waits at most ${MAX_ECHO_DELAY_SECONDS} seconds, and ${delay} were asked for.`,
      status: 400,
    });
  }
  return {message: quoted[1]!, delay};
}

function needed(text: string, trigger: string, example: string): string {
  if (text !== '') return text;
  throw new AppError({
    id: `api.command_${trigger}.message.app_error`,
    message: `/${trigger} needs a text, as in /${trigger} ${example}`,
    status: 400,
  });
}
