import type {Reader} from '../../platform/database/queryable.ts';
import type {SearchTerms} from './search-terms.ts';

/** PostgreSQL's dictionaries that reduce words to their stem, by language. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  de: 'german_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  fr: 'french_stem',
  'pt-BR': 'portuguese_stem',
};

/** In characters. Shorter stems start too many words. */
const MIN_STEM = 4;

/** The maximum number of matching words to return for a post. */
const MAX_MATCHES = 20;

/**
 * Replaces words that match in other forms by their stem, in English or in the person's language, so that `invoices`
 * finds `invoice` (docs/search.md#other-forms-of-words). A word whose stem isn't its beginning stays, and finds longer
 * words.
 */
export async function withStems(db: Reader, terms: SearchTerms, locale: string): Promise<SearchTerms> {
  const words = terms.words.filter(({hasForms}) => hasForms).map(({text}) => text);
  if (words.length === 0) return terms;
  const dictionaries = [...new Set([DICTIONARIES[locale] ?? 'english_stem', 'english_stem'])];
  const rows = await db.rows<{word: string; stem: string | null}>({
    name: 'search-stems',
    text: `select word, (ts_lexize(dictionary::regdictionary, word))[1] as stem
      from unnest($1::text[]) as word, unnest($2::text[]) as dictionary`,
    values: [words.map((word) => word.toLowerCase()), dictionaries],
  });
  const stemOf = (text: string) => {
    const word = text.toLowerCase();
    const stems = rows
      .filter((row) => row.word === word && row.stem !== null)
      // English stems end with "i" where words end with "y" or "ies".
      .map(({stem}) => stem!.replace(/i$/, ''))
      .filter((stem) => stem.length >= MIN_STEM && word.startsWith(stem));
    return stems.sort((a, b) => a.length - b.length)[0] ?? text;
  };
  return {
    ...terms,
    words: terms.words.map((word) => (word.hasForms ? {...word, text: stemOf(word.text)} : word)),
  };
}

/** The words of a message that a search with other forms of words found, as they are written there. */
export function matchingWords(message: string, {words}: SearchTerms): string[] {
  const starts = words.filter(({hasForms}) => hasForms).map(({text}) => folded(text));
  const found = new Set<string>();
  for (const [word] of message.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (found.size === MAX_MATCHES) break;
    const plain = folded(word);
    if (starts.some((start) => plain.startsWith(start))) found.add(word);
  }
  return [...found];
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
