/** How many words of a search count. What people type stays far below; every further word costs the database more. */
export const MAX_SEARCH_WORDS = 10;

/** The longest word that is looked for, in UTF-16 units. */
export const MAX_SEARCH_WORD_LENGTH = 200;

/**
 * The words that someone searches for: the first {@link MAX_SEARCH_WORDS} distinct ones, in lower case. What is typed
 * beyond them is ignored rather than refused, because clients search while people type.
 */
export function searchWords(term: string): string[] {
  const words = new Set<string>();
  for (const [word] of term.matchAll(/[^\s,]+/g)) {
    words.add(word.slice(0, MAX_SEARCH_WORD_LENGTH).toLowerCase());
    if (words.size === MAX_SEARCH_WORDS) break;
  }
  return [...words];
}
