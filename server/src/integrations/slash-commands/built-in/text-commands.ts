import type {OnBehalf} from '../../../messaging/on-behalf/on-behalf.ts';
import type {Posts} from '../../../messaging/posts/posts.ts';
import {type CommandResponse, textResponse} from '../command-response.ts';
import {type BuiltInCommand, refused} from './built-in-command.ts';

const SHRUG = '¯\\\\\\_(ツ)\\_/¯';
const MAX_ECHO_DELAY_SECONDS = 600;

/** Commands that post text: `/me`, `/shrug`, `/code`, `/echo`. */
export function textCommands({posts, onBehalf}: {posts: Posts; onBehalf: OnBehalf}): BuiltInCommand[] {
  return [
    {
      trigger: 'me',
      run: ({text}, _actor, {commands: texts}) => inChannel(requireText(text, texts.meText), 'me'),
    },
    {
      trigger: 'shrug',
      run: ({text}) => inChannel(text === '' ? SHRUG : `${text} ${SHRUG}`),
    },
    {
      trigger: 'code',
      run: ({text}, _actor, {commands: texts}) =>
        inChannel(`    ${requireText(text, texts.codeText).split('\n').join('\n    ')}`),
    },
    {
      trigger: 'echo',
      async run({text, channelId, rootId}, {userId}, {commands: texts}) {
        const {message, delay} = echoOf(requireText(text, texts.echoText));
        if (delay > MAX_ECHO_DELAY_SECONDS) throw refused(texts.echoDelay(MAX_ECHO_DELAY_SECONDS, delay));
        if (delay === 0) return inChannel(message);
        async function postLater(): Promise<void> {
          if (await onBehalf.postDenial(userId, channelId, 'required')) return;
          await posts.create({channelId, userId, message, rootId, setOnline: false});
        }
        // No one waits for the message, so it is dropped if it cannot be posted.
        setTimeout(() => void postLater().catch(() => {}), delay * 1000).unref();
        return textResponse(texts.echoLater(message, delay));
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
  return {message: quoted ?? plain!, delay: Number(seconds)};
}

function requireText(text: string, otherwise: string): string {
  if (text === '') throw refused(otherwise);
  return text;
}
