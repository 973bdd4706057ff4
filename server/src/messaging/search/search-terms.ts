import {MAX_SEARCH_WORD_LENGTH, MAX_SEARCH_WORDS} from '../../platform/database/search-words.ts';

/** A word, a phrase, or the name of a hashtag without its `#`. */
export interface SearchWord {
  text: string;
  /** Whether longer words that start with it match too, because it ended with `*`. */
  isPrefix: boolean;
  /** Whether other forms of the word match too. It is a prefix then, which its stem can replace. */
  hasForms?: true;
}

/** A parsed search. Lists are empty if not specified. */
export interface SearchTerms {
  words: SearchWord[];
  excludedWords: SearchWord[];
  hashtags: SearchWord[];
  excludedHashtags: SearchWord[];
  /** Usernames in lower case. */
  from: string[];
  excludedFrom: string[];
  /** Names of channels, also after a team as in `crew/harbor`, or `@name` for the direct channel with that user. In lower case. */
  in: string[];
  excludedIn: string[];
  /** File extensions in lower case, without a dot. */
  extensions: string[];
  excludedExtensions: string[];
  has: SearchedPart[];
  excludedHas: SearchedPart[];
  /** In milliseconds. `start` is inclusive, `end` exclusive. */
  times: TimeRange;
  excludedTimes: TimeRange[];
}

/** The values of `has:`. */
type SearchedPart = (typeof SEARCHED_PARTS)[number];
const SEARCHED_PARTS = ['file', 'link', 'pin', 'reaction'] as const;

interface TimeRange {
  start: number;
  end: number;
}

/**
 * The maximum number of prefixes in a search. A short prefix matches thousands of words, and the database searches all
 * posts for each.
 */
const MAX_PREFIXES = 3;
/** In UTF-16 units: `in:` can contain the names of all members of a group. */
const MAX_FILTER_LENGTH = 600;

const DAY = 86_400_000;

// A word, phrase or filter, with optional spaces after a filter's colon. An unclosed quote extends to the end.
const TERM = /\s*(-?)(?:(from|in|channel|before|after|on|ext|has):\s*)?(?:"([^"]*)"?|(\S+))/iy;
const BARE_FILTER = /^(?:from|in|channel|before|after|on|ext|has):$/i;
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
// Optional prefixes of names. They are not names by themselves.
const LEADING_MARK: Readonly<Record<string, RegExp>> = {
  from: /^@/,
  in: /^[~#]/,
  channel: /^[~#]/,
  ext: /^\./,
};
/** Short words and numbers have no other forms. */
const WITH_FORMS = /\p{L}{4}$/u;
/** Characters of names and addresses, which have no other forms either. */
const NAME_MARK = /[@:/]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const AROUND_WORDS = /[^\p{L}\p{N}\p{M}_]/u;

/**
 * Parses search input: words, `"phrases"`, `#hashtags`, `prefix*`, `from:`, `in:` or `channel:`, `before:`, `after:`,
 * `on:` with a day such as `2024-05-31`, `ext:` with the extension of an attached file, `has:` with `file`, `link`,
 * `pin` or `reaction`; a leading `-` excludes. Accepts any text, in linear time. Only the first {@link
 * MAX_SEARCH_WORDS} words (including those in phrases), the same number of filters, and the first {@link
 * MAX_PREFIXES} prefixes are used. What has neither letters nor digits, such as `--`, isn't a word.
 *
 * @param options.timeZoneOffset seconds by which the user's time zone is ahead of UTC.
 * @param options.wordForms whether words match in other forms too, unless they are quoted, excluded, short, or a prefix.
 * They count as prefixes.
 */
export function parseSearchTerms(
  text: string,
  {timeZoneOffset = 0, wordForms = false}: {timeZoneOffset?: number; wordForms?: boolean} = {},
): SearchTerms {
  const terms: SearchTerms = {
    words: [],
    excludedWords: [],
    hashtags: [],
    excludedHashtags: [],
    from: [],
    excludedFrom: [],
    in: [],
    excludedIn: [],
    extensions: [],
    excludedExtensions: [],
    has: [],
    excludedHas: [],
    times: {start: 0, end: Number.MAX_SAFE_INTEGER},
    excludedTimes: [],
  };
  TERM.lastIndex = 0;
  let wordsLeft = MAX_SEARCH_WORDS;
  let filtersLeft = MAX_SEARCH_WORDS;
  let prefixesLeft = MAX_PREFIXES;
  for (let match = TERM.exec(text); match; match = TERM.exec(text)) {
    const [, minus, filter, quoted, unquoted = ''] = match;
    const excluded = minus === '-';
    const value = (quoted ?? unquoted).slice(0, filter ? MAX_FILTER_LENGTH : MAX_SEARCH_WORD_LENGTH);
    if (filter !== undefined) {
      if (filtersLeft-- > 0) {
        addFilter(terms, filter.toLowerCase(), value, {excluded, timeZoneOffset});
      }
    } else if (quoted !== undefined) {
      const phrase = firstWords(value, wordsLeft);
      wordsLeft -= phrase.filter(isWord).length;
      addWord(terms, {text: phrase.join(' '), isPrefix: false}, excluded);
    } else if (!BARE_FILTER.test(value) && isWord(value) && wordsLeft > 0) {
      wordsLeft--;
      if (value.endsWith('*') && prefixesLeft-- <= 0) continue;
      const word = addPlainWord(terms, value, excluded);
      if (wordForms && word && !excluded && canHaveForms(word, value) && prefixesLeft-- > 0) {
        word.isPrefix = true;
        word.hasForms = true;
      }
    }
  }
  return terms;
}

function isWord(text: string): boolean {
  return LETTER_OR_DIGIT.test(text);
}

/** The first words of a phrase, with the punctuation between them, which doesn't count. */
function firstWords(phrase: string, count: number): string[] {
  const parts = phrase.split(/\s+/).filter(Boolean);
  let left = count;
  const end = parts.findIndex((part) => isWord(part) && left-- === 0);
  return end < 0 ? parts : parts.slice(0, end);
}

function canHaveForms({text, isPrefix}: SearchWord, written: string): boolean {
  return !isPrefix && WITH_FORMS.test(text) && !NAME_MARK.test(written);
}

function addFilter(
  terms: SearchTerms,
  filter: string,
  value: string,
  {excluded, timeZoneOffset}: {excluded: boolean; timeZoneOffset: number},
): void {
  const name = value
    .trim()
    .toLowerCase()
    .replace(LEADING_MARK[filter] ?? '', '');
  if (name === '') return;
  if (filter === 'from') {
    terms[excluded ? 'excludedFrom' : 'from'].push(name);
  } else if (filter === 'in' || filter === 'channel') {
    terms[excluded ? 'excludedIn' : 'in'].push(name);
  } else if (filter === 'ext') {
    terms[excluded ? 'excludedExtensions' : 'extensions'].push(name);
  } else if (filter === 'has' && isSearchedPart(name)) {
    terms[excluded ? 'excludedHas' : 'has'].push(name);
  } else {
    const day = startOfDay(name, timeZoneOffset);
    // Filters with an invalid value are treated as words.
    if (filter === 'has' || day === undefined)
      addPlainWord(terms, `${filter}:${value}`.slice(0, MAX_SEARCH_WORD_LENGTH), excluded);
    else addTimes(terms, toTimeRange(filter, day), excluded);
  }
}

function isSearchedPart(name: string): name is SearchedPart {
  return (SEARCHED_PARTS as readonly string[]).includes(name);
}

function toTimeRange(filter: string, day: number): TimeRange {
  if (filter === 'before') return {start: 0, end: day};
  if (filter === 'after') return {start: day + DAY, end: Number.MAX_SAFE_INTEGER};
  return {start: day, end: day + DAY};
}

function addTimes(terms: SearchTerms, {start, end}: TimeRange, excluded: boolean): void {
  if (excluded) {
    terms.excludedTimes.push({start, end});
    return;
  }
  terms.times = {start: Math.max(terms.times.start, start), end: Math.min(terms.times.end, end)};
}

function startOfDay(text: string, timeZoneOffset: number): number | undefined {
  const [, year, month, day] = ISO_DAY.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() - timeZoneOffset * 1000;
}

/** Adds a word or a hashtag. Returns the word. */
function addPlainWord(terms: SearchTerms, word: string, excluded: boolean): SearchWord | undefined {
  const isPrefix = word.endsWith('*');
  const characters = [...word];
  let start = 0;
  while (start < characters.length && characters[start] !== '#' && AROUND_WORDS.test(characters[start]!))
    start++;
  let end = characters.length;
  while (end > start && AROUND_WORDS.test(characters[end - 1]!)) end--;
  const isHashtag = characters[start] === '#';
  const text = characters.slice(isHashtag ? start + 1 : start, end).join('');
  if (!isWord(text)) return undefined;
  if (isHashtag) {
    terms[excluded ? 'excludedHashtags' : 'hashtags'].push({text: text.toLowerCase(), isPrefix});
    return undefined;
  }
  const added = {text, isPrefix};
  addWord(terms, added, excluded);
  return added;
}

function addWord(terms: SearchTerms, word: SearchWord, excluded: boolean): void {
  if (isWord(word.text)) terms[excluded ? 'excludedWords' : 'words'].push(word);
}

/** Whether the search has neither terms nor exclusions. */
export function isEmptySearch(terms: SearchTerms): boolean {
  const {times, excludedTimes, ...lists} = terms;
  return (
    times.start === 0 &&
    times.end === Number.MAX_SAFE_INTEGER &&
    excludedTimes.length === 0 &&
    Object.values(lists).every((list) => list.length === 0)
  );
}
