import {SOURCE_LANGUAGE} from '../../../server/src/platform/languages/languages.ts';
import {language} from './language.ts';

let findErrorText: ((id: string) => string | undefined) | undefined;

/** Loads what `translatedError` needs, except for the catalog `errors`. Rejects if it can't be loaded. */
export async function readErrorTexts(): Promise<void> {
  ({findErrorText} = await import('./api-errors.ts'));
}

/**
 * The text of a known error in the language of the page. Undefined for English, because the server's message has more
 * details, such as a limit or a name.
 */
export function translatedError(id: string): string | undefined {
  return language() === SOURCE_LANGUAGE ? undefined : findErrorText?.(id);
}
