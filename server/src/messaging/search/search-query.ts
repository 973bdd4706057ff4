import type {Reader} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {SearchWord} from './search-terms.ts';

// The same characters as in the SQL function search_text (migration 0025).
const PAIRED_SCRIPTS =
  /[\u3005-\u3007\u3040-\u30fa\u30fc-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The texts of these words as the search index contains them, in the same order. */
export async function indexedTexts(db: Reader, words: readonly SearchWord[]): Promise<string[]> {
  const rows = await db.rows<{text: string}>({
    name: 'search-texts',
    text: 'select search_text(word) as text from unnest($1::text[]) with ordinality as t(word, place) order by place',
    values: [words.map(({text}) => text)],
  });
  return rows.map(({text}) => text);
}

/** A word or phrase as a PostgreSQL query. */
export interface WordQuery {
  /** For `to_tsquery('simple', …)`. */
  tsquery: string;
  /**
   * A query for each indexed word, if there are several. The words must follow each other, but the index doesn't know
   * their positions, so PostgreSQL reads each text that contains all of them.
   */
  parts: string[];
  /** A query for texts without positions, which must contain all parts in any order. */
  anyOrder: string;
}

/**
 * The query for a word or phrase.
 *
 * Chinese, Japanese and Korean are indexed as pairs of characters, with the first and the last character of a run on
 * their own. The search text can be the middle of a run, so the single characters at its ends are left out: `会议` finds
 * 开会议室. The pairs of a run can be in any order, because that finds hardly more texts and reads far fewer.
 *
 * @param text from {@link indexedTexts}
 */
export function wordQuery(text: string, {isPrefix}: {isPrefix: boolean}): WordQuery {
  const words = text.split(/\s+/).filter((word) => LETTER_OR_DIGIT.test(word));
  if (words.length > 1 && PAIRED_SCRIPTS.test(words[0]!)) words.shift();
  const last = words.at(-1) ?? '';
  let matchesStarts = isPrefix;
  if (PAIRED_SCRIPTS.test(last)) {
    const isEndOfPair = words.length > 1 && isPair(words.at(-2)!) && words.at(-2)!.endsWith(last);
    if (isEndOfPair) words.pop();
    // A single character can be the start of a pair or the end of a run.
    matchesStarts = !isEndOfPair && !isPair(last);
  }
  const parts = words.map((word, index) =>
    matchesStarts && index === words.length - 1 ? `${quoted(word)}:*` : quoted(word),
  );
  const anyOrder = parts.length === 0 ? quoted('') : `(${parts.join(' & ')})`;
  return words.length < 2 || words.every(isPair)
    ? {tsquery: anyOrder, parts: [], anyOrder}
    : {tsquery: `(${parts.join(' <-> ')})`, parts, anyOrder};
}

function isPair(word: string): boolean {
  return PAIRED_SCRIPTS.test(word) && [...word].length > 1;
}

/**
 * The query with the words of its phrases in any order, which the index alone can answer. For a phrase, PostgreSQL
 * reads and parses each text that contains its words, which takes 20 milliseconds for the hashtag `#a_a_a…`.
 */
export function inAnyOrder(tsquery: string): SqlFragment {
  return sql`regexp_replace(to_tsquery('simple', ${tsquery})::text, '<(-|[0-9]+)>', '&', 'g')::tsquery`;
}

/** Quotes text to disable operators. Several words become consecutive words. */
export function quoted(words: string): string {
  return `'${words.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}
