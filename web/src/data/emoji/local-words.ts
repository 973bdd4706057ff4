import {foldText} from '../../lib/fold-text.ts';
import type {SystemEmoji} from './emoji-file.ts';

/** The name of an emoji in a language other than English, and its keywords, as in `SystemEmoji`. */
export type LocalWords = readonly [localName: string, keywords: string];

/** A name, a keyword or a search term, so that spaces, hyphens, case and accents make no difference. */
export function searchForm(text: string): string {
  return foldText(text).replaceAll(/[\s_-]+/g, '_');
}

/** The emoji with words in the language of the page, which are in the same order. */
export function withLocalWords(emoji: readonly SystemEmoji[], words: readonly LocalWords[]): SystemEmoji[] {
  return emoji.map((one, at) => {
    const [localName, keywords] = words[at]!;
    return {...one, localName, keywords: `${one.keywords}_${localName}_${keywords}`};
  });
}
