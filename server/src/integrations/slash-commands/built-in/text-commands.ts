import type {OnBehalf} from '../../../messaging/on-behalf/on-behalf.ts';
import type {Posts} from '../../../messaging/posts/posts.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {type CommandResponse, textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

const SHRUG = '¯\\\\\\_(ツ)\\_/¯';
const MAX_ECHO_DELAY_SECONDS = 600;

/** Commands that post text: `/me`, `/shrug`, `/code`, `/echo`. */
export function textCommands({posts, onBehalf}: {posts: Posts; onBehalf: OnBehalf}): BuiltInCommand[] {
  return [
    {
      trigger: 'me',
      hint: '[message]',
      description: 'Post a message as an action',
      run: ({text}) => inChannel(requireText(text, 'me', 'waves'), 'me'),
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
      description: 'Post text as a code block',
      run: ({text}) => inChannel(`    ${requireText(text, 'code', 'x = 1').split('\n').join('\n    ')}`),
    },
    {
      trigger: 'echo',
      hint: '[message] [seconds]',
      description: 'Post a message now or after a delay',
      async run({text, channelId, rootId}, {userId}) {
        const {message, delay} = echoOf(requireText(text, 'echo', '"done" 60'));
        if (delay === 0) return inChannel(message);
        async function postLater(): Promise<void> {
          if (await onBehalf.postDenial(userId, channelId, 'required')) return;
          await posts.create({channelId, userId, message, rootId, setOnline: false});
        }
        // No one waits for the message, so it is dropped if it cannot be posted.
        setTimeout(() => void postLater().catch(() => {}), delay * 1000).unref();
        return textResponse(`"${message}" will be posted in ${delay} s.`);
      },
    },
  ];
}

function inChannel(text: string, type = ''): CommandResponse {
  return {...textResponse(text), responseType: 'in_channel', type, skipSlackParsing: true};
}

/** The text, with or without quotes, and the number of seconds after it. */
function echoOf(text: string): {message: string; delay: number} {
  const [, quoted, plain, seconds = 0] = /^(?:"(.*)"|(.*?\S))(?:\s+(\d+))?$/s.exec(text)!;
  const delay = Number(seconds);
  if (delay > MAX_ECHO_DELAY_SECONDS) {
    throw new AppError({
      id: 'api.command_echo.delay.app_error',
      message: `The delay of /echo is at most ${MAX_ECHO_DELAY_SECONDS} seconds, not ${delay}.`,
      status: 400,
    });
  }
  return {message: quoted ?? plain!, delay};
}

function requireText(text: string, trigger: string, example: string): string {
  if (text !== '') return text;
  throw new AppError({
    id: `api.command_${trigger}.message.app_error`,
    message: `/${trigger} requires text, for example /${trigger} ${example}`,
    status: 400,
  });
}
