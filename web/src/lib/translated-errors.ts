import {SOURCE_LANGUAGE} from '../../../server/src/platform/languages/languages.ts';
import {language} from './language.ts';

let findErrorText: typeof import('./api-errors.ts').findErrorText | undefined;

/** Loads what `translatedError` needs, except for the catalog `errors`. Rejects if it can't be loaded. */
export async function readErrorTexts(): Promise<void> {
  ({findErrorText} = await import('./api-errors.ts'));
}

/**
 * The text of a known error in the language of the page, with the values that the server sent. Undefined for English,
 * which the server's message is in.
 */
export function translatedError(id: string, values: {readonly [name: string]: unknown}): string | undefined {
  return language() === SOURCE_LANGUAGE ? undefined : findErrorText?.(id, values);
}
