import type {SearchScope} from './search-scope.ts';

/** The number of searches that this browser remembers. */
const MAX_SEARCHES = 8;
const KEY = 'search-history';

/** A search, with the teams that it covered. */
export interface PastSearch {
  terms: string;
  teams?: SearchScope;
}

/** The most recent searches, from any team, newest first. */
export function searchHistory(): PastSearch[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]');
}

/** Adds a search to the history. */
export function rememberSearch(terms: string, teams: SearchScope): void {
  if (terms !== '') store([{terms, teams}, ...otherSearches(terms)].slice(0, MAX_SEARCHES));
}

/** Removes a search from the history. */
export function forgetSearch(terms: string): void {
  store(otherSearches(terms));
}

function otherSearches(terms: string): PastSearch[] {
  return searchHistory().filter((one) => one.terms !== terms);
}

function store(searches: readonly PastSearch[]): void {
  localStorage.setItem(KEY, JSON.stringify(searches));
}
