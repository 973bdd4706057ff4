import {editDistance} from '../../platform/config/nearest-name.ts';
import type {Reader} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {indexedTexts} from './search-query.ts';
import {IS_SEARCHED, type SearchedPlaces, searchedChannels} from './store.ts';

/** The messages whose words are compared: the newest ones of the channels with the newest messages. */
const MAX_CHANNELS = 50;
const MAX_POSTS_OF_CHANNEL = 200;

/** The maximum number of words that are compared, and their length in characters. */
const MAX_WORDS = 3;
const MIN_LENGTH = 4;
const MAX_LENGTH = 40;

/** The length in characters from which a word may have two typos. */
const LENGTH_FOR_TWO_TYPOS = 8;
const MAX_TYPOS = 2;

// A word with its punctuation. Not a filter, a hashtag, an excluded word or a start of a word.
const PLAIN_WORD = /^[^\p{L}\p{N}#:-]*(\p{L}+)[^\p{L}\p{N}#:*-]*$/u;

interface Word {
  /** Where it is in the text, in UTF-16 units. */
  start: number;
  text: string;
}

/**
 * Other terms for a search that found nothing: words with a typo are replaced by similar words of recent messages in
 * the user's channels, and a beginning of such words gets a `*`. Undefined if every word occurs, or if one has no
 * similar word (docs/search.md#similar-words).
 */
export async function similarTerms(
  db: Reader,
  terms: string,
  places: SearchedPlaces,
): Promise<string | undefined> {
  const words = plainWords(terms);
  if (words.length === 0) return undefined;
  const texts = await indexedTexts(
    db,
    words.map(({text}) => ({text: text.toLowerCase(), isPrefix: false})),
  );
  const known = await recentWords(db, texts, places);
  let result = terms;
  // From the end, so that the places of the other words stay the same.
  for (const [index, {start, text}] of [...words.entries()].reverse()) {
    const similar = similarWord(texts[index]!, known.get(texts[index]!) ?? []);
    if (similar === undefined) return undefined;
    if (similar !== texts[index])
      result = result.slice(0, start) + similar + result.slice(start + text.length);
  }
  return result === terms ? undefined : result;
}

/** The first words that can have a typo. None if the text has phrases, or filters before a space. */
function plainWords(terms: string): Word[] {
  if (/"|:(?:\s|$)/.test(terms)) return [];
  const found: Word[] = [];
  for (const {0: token, index} of terms.matchAll(/\S+/g)) {
    const text = PLAIN_WORD.exec(token)?.[1] ?? '';
    if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) continue;
    found.push({start: index + token.indexOf(text), text});
    if (found.length === MAX_WORDS) break;
  }
  return found;
}

interface KnownWord {
  word: string;
  /** The number of messages with it. */
  uses: number;
}

/** For each text, the words of recent messages with the same first letter that start with it or are as long. */
async function recentWords(
  db: Reader,
  texts: readonly string[],
  places: SearchedPlaces,
): Promise<Map<string, KnownWord[]>> {
  const rows = await db.rows<KnownWord & {text: string}>(sql`
    with channel as (${searchedChannels(places)} order by c.LastPostAt desc limit ${MAX_CHANNELS})
    select wanted.text, word, count(*)::int as uses
    from channel, lateral (
      select p.Message from Posts p where p.ChannelId = channel.Id and ${IS_SEARCHED}
      order by p.CreateAt desc limit ${MAX_POSTS_OF_CHANNEL}
    ) as p, unnest(tsvector_to_array(to_tsvector('simple', search_text(p.Message)))) as word,
      unnest(${[...new Set(texts)]}::text[]) as wanted(text)
    where left(word, 1) = left(wanted.text, 1)
      and (starts_with(word, wanted.text) or abs(length(word) - length(wanted.text)) <= ${MAX_TYPOS})
    group by wanted.text, word`);
  return Map.groupBy(rows, ({text}) => text);
}

/** The text itself if it is a known word, or what to search for instead. */
function similarWord(text: string, known: readonly KnownWord[]): string | undefined {
  if (known.some(({word}) => word === text)) return text;
  if (known.some(({word}) => word.startsWith(text))) return `${text}*`;
  const mostTypos = text.length < LENGTH_FOR_TWO_TYPOS ? 1 : MAX_TYPOS;
  return known
    .map(({word, uses}) => ({word, uses, typos: editDistance(text, word)}))
    .filter(({typos}) => typos <= mostTypos)
    .sort((a, b) => a.typos - b.typos || b.uses - a.uses)[0]?.word;
}
