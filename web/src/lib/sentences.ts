import {sentenceSpace} from '../../../server/src/platform/languages/languages.ts';
import {language} from './language.ts';

/** The end of a sentence in the Latin script, such as an error of the server on a Japanese page. */
const LATIN_END = /[!-~]$/;

/** Sentences in the page's language, one after the other. Skips those that are empty, undefined or false. */
export function joinSentences(sentences: readonly (string | undefined | false)[]): string {
  const space = sentenceSpace(language());
  const [first = '', ...others] = sentences.filter((sentence): sentence is string => !!sentence);
  return others.reduce((joined, next) => `${joined}${LATIN_END.test(joined) ? ' ' : space}${next}`, first);
}
