/** A filter of a search as typed, such as `from:anna`. */
export interface SearchFilter {
  name: string;
  value: string;
  text: string;
}

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

/** The search without any filters. */
export function withoutFilters(terms: string): string {
  return splitTerms(terms)
    .filter((text) => !FILTER.test(text))
    .join(' ');
}

/** The search without a filter at its end that has no value yet. */
export function withoutUnfinished(terms: string): string {
  return terms.replace(/(?:^|\s)-?[a-z]+:\s*$/i, '').trim();
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

function splitTerms(terms: string): string[] {
  return terms.match(TERM) ?? [];
}
