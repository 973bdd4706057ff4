/** A filter of a search as typed, such as `from:anna`. */
export interface SearchFilter {
  name: string;
  value: string;
  text: string;
}

/** The term at the cursor: a new term, or the value of a filter. */
export interface SearchTarget {
  /** Undefined if it isn't a filter. */
  filter: FilterName | undefined;
  /** The typed value or word, without a `-`. */
  term: string;
  /** The start of the name of the filter. For a word, its start. */
  filterStart: number;
  /** The start of the value or word, and its end, which is the cursor. */
  start: number;
  end: number;
}

/** The filters to suggest, in this order. */
export const FILTERS = ['from', 'in', 'on', 'before', 'after', 'has', 'ext'] as const;
export type FilterName = (typeof FILTERS)[number];

const TERM = /-?(?:[a-z]+:\s*)?(?:"[^"]*"?|\S+)/giu;
const FILTER = /^-?(from|in|channel|on|before|after|has|ext):\s*"?([^"]*)"?$/i;

/** The filters of a search, in order. */
export function parseFilters(terms: string): SearchFilter[] {
  return splitTerms(terms).flatMap((text) => {
    const [, name, value] = FILTER.exec(text) ?? [];
    return name && value ? [{name: name.toLowerCase(), value, text}] : [];
  });
}

/** The search without one of its filters. */
export function withoutFilter(terms: string, filter: SearchFilter): string {
  const all = splitTerms(terms);
  all.splice(all.indexOf(filter.text), 1);
  return all.join(' ');
}

/** The search without a filter at its end that has no value yet. */
export function withoutUnfinished(terms: string): string {
  return terms.replace(/(?:^|\s)-?[a-z]+:\s*$/i, '').trim();
}

/** The search without any filters. */
export function withoutFilters(terms: string): string {
  return splitTerms(terms)
    .filter((text) => !FILTER.test(text))
    .join(' ');
}

/** Whether there is anything to search for: a word, also one to exclude, or a filter with a value. */
export function isSearchable(terms: string): boolean {
  return splitTerms(terms).some((text) => /[\p{L}\p{N}]/u.test(FILTER.exec(text)?.[2] ?? text));
}

/** The words and phrases that results contain, without quotation marks and wildcards. */
export function parseWords(terms: string): string[] {
  return splitTerms(terms)
    .filter((text) => !text.startsWith('-') && !FILTER.test(text))
    .map((text) => text.replace(/^"|"$|\*$/g, '').trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The search with the person's username for `from:me`. */
export function withOwnName(terms: string, username: string): string {
  return terms.replace(/(?<=^-?|\s-?)(from:\s*)@?me(?=\s|$)/gi, `$1${username}`);
}

/** The term at the cursor. */
export function searchTarget(text: string, cursor: number): SearchTarget {
  const before = text.slice(0, cursor);
  const filter = new RegExp(`(?<=^-?|\\s-?)(${FILTERS.join('|')}):\\s*([^\\s"]*)$`, 'i').exec(before);
  if (filter) {
    const term = filter[2]!;
    return {
      filter: filter[1]!.toLowerCase() as FilterName,
      term,
      filterStart: filter.index,
      start: cursor - term.length,
      end: cursor,
    };
  }
  const term = /[^\s-]?[^\s]*$/.exec(before)![0];
  const start = cursor - term.length;
  return {filter: undefined, term, filterStart: start, start, end: cursor};
}

function splitTerms(terms: string): string[] {
  return terms.match(TERM) ?? [];
}
