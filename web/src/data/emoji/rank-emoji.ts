import {type SystemEmoji, TONES} from './emoji-file.ts';
import {searchForm} from './local-words.ts';

/** Of emoji found by keywords, the usual order says more than the length of their names. */
const KEYWORD_LENGTH = 1000;

type Candidate = Pick<SystemEmoji, 'names' | 'keywords' | 'popularity' | 'words' | 'localName'>;

/** Names that are not offered before other emoji, unless the person uses them. */
const COARSE = new Set(['shit', 'middle_finger', 'reversed_hand_with_middle_finger_extended']);

const TONES_AT_END = new RegExp(`(?:_(?:${Object.values(TONES).join('|')}))+$`);

/** How a name or a keyword matches, best first. Familiar emoji are those that the person uses, and popular ones. */
const RANKS = [
  'name',
  'familiar start',
  'familiar word',
  'start',
  'word',
  'familiar keyword',
  'part',
  'keyword',
  'start of keyword',
  'several words',
  'coarse',
] as const;

interface Match {
  name: string;
  rank: number;
  /** The position among the used emoji, and then among the popular ones. */
  familiarity: number;
  length: number;
}

export interface EmojiSearch {
  term: string;
  /** In their usual order. */
  emoji: readonly Candidate[];
  /** Names of custom emoji. */
  custom: readonly string[];
  /** The names of the emoji that the person uses, most used first. */
  used: readonly string[];
}

/**
 * The names of the emoji that match a term, best first, as in `RANKS`. Among these, the most used come first, then
 * popular ones, and then the shortest names. An emoji with several names is listed with the best one. Spaces, `_`, `-`,
 * case and accents make no difference.
 */
export function rankEmoji({term, emoji, custom, used}: EmojiSearch): string[] {
  const wanted = searchForm(term);
  const places = new Map(
    used.map((name, place) => [name.replace(TONES_AT_END, ''), place] as const).toReversed(),
  );
  const customEmoji = custom.map(
    (name): Candidate => ({
      names: [name],
      keywords: '',
      popularity: Number.POSITIVE_INFINITY,
      words: [],
      localName: '',
    }),
  );
  return [...customEmoji, ...emoji]
    .flatMap((one) => bestMatch(one, wanted, places) ?? [])
    .sort(compare)
    .map(({name}) => name);
}

function bestMatch(
  {names, keywords, popularity, words, localName}: Candidate,
  wanted: string,
  places: ReadonlyMap<string, number>,
): Match | undefined {
  const place = names.map((name) => places.get(name)).find((one) => one !== undefined);
  const isUsed = place !== undefined;
  const familiarity = place ?? places.size + popularity;
  const isFamiliar = familiarity !== Number.POSITIVE_INFINITY;
  const matchAs = (name: string, rank: (typeof RANKS)[number], isCoarse: boolean, length: number): Match => ({
    name,
    rank: RANKS.indexOf(isCoarse && !isUsed && rank !== 'name' ? 'coarse' : rank),
    familiarity,
    length,
  });
  const matches: Match[] = [];
  for (const name of names) {
    const rank = rankOfName(name, wanted, isFamiliar);
    if (rank) matches.push(matchAs(name, rank, COARSE.has(name), name.length));
  }
  const isCoarse = names.some((name) => COARSE.has(name));
  const rankOfLocal = rankOfLocalName(localName, wanted, isFamiliar);
  if (rankOfLocal) matches.push(matchAs(names[0]!, rankOfLocal, isCoarse, localName.length));
  const rank = rankOfKeyword({keywords, words}, wanted, isFamiliar);
  if (rank) matches.push(matchAs(names[0]!, rank, isCoarse, KEYWORD_LENGTH));
  else if (matches.length === 0 && hasAllWords({names, keywords, words}, wanted)) {
    matches.push(matchAs(names[0]!, 'several words', isCoarse, KEYWORD_LENGTH));
  }
  return matches.sort(compare)[0];
}

function rankOfName(name: string, wanted: string, isFamiliar: boolean) {
  const written = name.replaceAll('-', '_');
  const at = written.indexOf(wanted);
  if (at < 0) return undefined;
  if (written === wanted) return 'name';
  if (at === 0) return isFamiliar ? 'familiar start' : 'start';
  if (/[_+]/.test(written[at - 1]!)) return isFamiliar ? 'familiar word' : 'word';
  return 'part';
}

const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u;

/**
 * How the name in the language of the page matches. The same name is only a start: ♥️ is "Herz" in German, but ❤️, "rotes
 * Herz", is the one that people want. Without spaces between words, any part of the name may be a word.
 */
function rankOfLocalName(name: string, wanted: string, isFamiliar: boolean) {
  if (!name.includes(wanted)) return undefined;
  if (WITHOUT_SPACES.test(wanted)) return isFamiliar ? 'familiar word' : 'word';
  return rankOfName(`${name}_`, wanted, isFamiliar);
}

function rankOfKeyword(
  {keywords, words}: Pick<Candidate, 'keywords' | 'words'>,
  wanted: string,
  isFamiliar: boolean,
) {
  // A sign, as in `-1`: a keyword doesn't have one.
  if (wanted.startsWith('_')) return undefined;
  if (words.includes(wanted)) return 'familiar start';
  if (words.some((word) => word.startsWith(wanted))) return 'familiar keyword';
  if (!keywords.includes(`_${wanted}`)) return undefined;
  if (!keywords.includes(`_${wanted}_`)) return 'start of keyword';
  return isFamiliar ? 'familiar keyword' : 'keyword';
}

/** Whether there are several words, and each starts a word of a name or a keyword, in any order. */
function hasAllWords(
  {names, keywords, words}: Pick<Candidate, 'names' | 'keywords' | 'words'>,
  wanted: string,
): boolean {
  const parts = wanted.split('_').filter(Boolean);
  if (parts.length < 2 || wanted.startsWith('_')) return false;
  const all = `_${[...names, ...words, keywords].join('_').replaceAll('-', '_')}`;
  return parts.every((part) => all.includes(`_${part}`));
}

function compare(a: Match, b: Match): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.familiarity !== b.familiarity) return a.familiarity < b.familiarity ? -1 : 1;
  return a.length - b.length;
}
