/** The maximum number of words in a search. Each additional word makes the query slower. */
export const MAX_SEARCH_WORDS = 10;

/** Maximum length of a search word, in UTF-16 units. */
export const MAX_SEARCH_WORD_LENGTH = 200;

/**
 * The first {@link MAX_SEARCH_WORDS} distinct words of a search term, in lower case. Further words are ignored rather
 * than rejected, because clients search while people type.
 */
export function searchWords(term: string): string[] {
  const words = new Set<string>();
  for (const [word] of term.matchAll(/[^\s,]+/g)) {
    words.add(word.slice(0, MAX_SEARCH_WORD_LENGTH).toLowerCase());
    if (words.size === MAX_SEARCH_WORDS) break;
  }
  return [...words];
}
