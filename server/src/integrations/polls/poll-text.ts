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
const EXAMPLE = '/poll "Where do we eat?" "Pizza" "Curry"';

// Phones replace straight quotes with curly ones.
const PART = /["“”„]([^"“”„]*)["“”„]|(\S+)/g;

/**
 * Reads the text after `/poll`: a question and 2 to 10 options in quotes, and `--multiple` and `--anonymous`. Without
 * options, they are Yes and No.
 *
 * @throws AppError 400 that says what is wrong
 */
export function parsePoll(text: string): PollInput {
  const quoted: string[] = [];
  const flags = new Set<string>();
  for (const [, part, word] of text.matchAll(PART)) {
    if (part !== undefined) quoted.push(part.trim());
    else if (/^(?:--|—)(?:multiple|anonymous)$/.test(word!)) flags.add(word!.replace(/^(?:--|—)/, ''));
    else {
      throw invalid(
        `"${word!.slice(0, 50)}" is neither in quotes nor --multiple or --anonymous. Example: ${EXAMPLE}`,
      );
    }
  }
  const [question = '', ...given] = quoted;
  if (question === '') throw invalid(`A poll needs a question in quotes. Example: ${EXAMPLE}`);
  requireLength('question', question, MAX_QUESTION);
  const options = given.length === 0 ? ['Yes', 'No'] : given;
  if (options.length < 2 || options.length > MAX_OPTIONS) {
    throw invalid(`A poll has 2 to ${MAX_OPTIONS} options, but this one has ${options.length}.`);
  }
  for (const option of options) {
    if (option === '') throw invalid('An option is empty.');
    requireLength('option', option, MAX_OPTION);
  }
  const repeated = options.find((option, index) => options.indexOf(option) < index);
  if (repeated !== undefined) throw invalid(`The option "${repeated}" appears twice.`);
  return {question, options, multiple: flags.has('multiple'), anonymous: flags.has('anonymous')};
}

function requireLength(what: string, text: string, max: number): void {
  const length = countCodePoints(text);
  if (length > max) throw invalid(`The ${what} has ${length} characters. The maximum is ${max}.`);
}

function invalid(message: string): AppError {
  return new AppError({id: 'api.command_poll.text.app_error', message, status: 400});
}
