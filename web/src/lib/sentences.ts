import {sentenceSpace} from '../../../server/src/platform/languages/languages.ts';
import {language} from './language.ts';

/** Sentences in the page's language, one after the other. Skips those that are empty, undefined or false. */
export function joinSentences(sentences: readonly (string | undefined | false)[]): string {
  return sentences.filter(Boolean).join(sentenceSpace(language()));
}
