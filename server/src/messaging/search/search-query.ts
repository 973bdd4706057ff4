import type {Reader} from '../../platform/database/queryable.ts';
import type {SearchWord} from './search-terms.ts';

// The same characters as in the function search_text (migration 0018).
const PAIRED =
  /[\u3005-\u3007\u3040-\u30fa\u30fc-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The texts of these words as they are indexed, in the same order. */
export async function indexedTexts(db: Reader, words: readonly SearchWord[]): Promise<string[]> {
  const rows = await db.rows<{text: string}>({
    name: 'search-texts',
    text: 'select search_text(word) as text from unnest($1::text[]) with ordinality as t(word, place) order by place',
    values: [words.map(({text}) => text)],
  });
  return rows.map(({text}) => text);
}

/**
 * The `tsquery` that finds a word or phrase, for `to_tsquery('simple', …)`. Several words must follow each other.
 *
 * Chinese, Japanese and Korean are indexed as pairs of characters, with the first and the last character of a run on their
 * own. What was searched for can be the middle of a run, so those two are left out at its ends: `会议` finds 开会议室.
 *
 * @param text from {@link indexedTexts}
 */
export function tsqueryOf(text: string, {isPrefix}: {isPrefix: boolean}): string {
  const words = text.split(/\s+/).filter((word) => LETTER_OR_DIGIT.test(word));
  if (words.length > 1 && PAIRED.test(words[0]!)) words.shift();
  const last = words.at(-1) ?? '';
  let matchesStarts = isPrefix;
  if (PAIRED.test(last)) {
    const isEndOfPair = words.length > 1 && [...words.at(-2)!].length > 1 && words.at(-2)!.endsWith(last);
    if (isEndOfPair) words.pop();
    // A single character is the start of a pair, or the end of a run.
    matchesStarts = !isEndOfPair;
  }
  if (!matchesStarts) return quoted(words.join(' '));
  const start = words.slice(0, -1).join(' ');
  const end = `${quoted(words.at(-1) ?? '')}:*`;
  return start === '' ? end : `(${quoted(start)} <-> ${end})`;
}

/** Quoting disables operators; several words become consecutive ones. */
export function quoted(words: string): string {
  return `'${words.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}
