import type {PollTexts} from '../../messaging/texts/texts.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

/** A poll as a person enters it. */
export interface PollInput {
  question: string;
  options: string[];
  multiple: boolean;
  anonymous: boolean;
}

const MAX_QUESTION = 300;
const MAX_OPTION = 100;
const MAX_OPTIONS = 10;

// Phones replace straight quotes with curly ones.
const PART = /["“”„]([^"“”„]*)["“”„]|(\S+)/g;

/**
 * Reads the text after `/poll`: a question and 2 to 10 options in quotes, and `--multiple` and `--anonymous`. Without
 * options, they are Yes and No in the language of `texts`, that of the author.
 *
 * @throws AppError 400 that says what is wrong
 */
export function parsePoll(text: string, texts: PollTexts): PollInput {
  const quoted: string[] = [];
  const flags = new Set<string>();
  for (const [, part, word] of text.matchAll(PART)) {
    if (part !== undefined) quoted.push(part.trim());
    else if (/^(?:--|—)(?:multiple|anonymous)$/.test(word!)) flags.add(word!.replace(/^(?:--|—)/, ''));
    else {
      throw invalid(texts.unknownWord(word!.slice(0, 50)));
    }
  }
  const [question = '', ...given] = quoted;
  if (question === '') throw invalid(texts.noQuestion);
  requireLength(question, MAX_QUESTION, texts.longQuestion);
  const options = given.length === 0 ? [texts.yes, texts.no] : given;
  if (options.length < 2 || options.length > MAX_OPTIONS) {
    throw invalid(texts.optionCount(MAX_OPTIONS, options.length));
  }
  for (const option of options) {
    if (option === '') throw invalid(texts.emptyOption);
    requireLength(option, MAX_OPTION, texts.longOption);
  }
  const repeated = options.find((option, index) => options.indexOf(option) < index);
  if (repeated !== undefined) throw invalid(texts.repeatedOption(repeated));
  return {question, options, multiple: flags.has('multiple'), anonymous: flags.has('anonymous')};
}

function requireLength(text: string, max: number, tooLong: PollTexts['longOption']): void {
  const length = countCodePoints(text);
  if (length > max) throw invalid(tooLong(length, max));
}

function invalid(message: string): AppError {
  return new AppError({id: 'api.command_poll.text.app_error', message, status: 400});
}
