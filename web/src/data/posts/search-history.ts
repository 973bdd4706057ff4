import {parseStored} from '../../lib/parse-stored.ts';
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
  const areSearches = (value: PastSearch[]) =>
    value.every(({terms, teams = ''}) => typeof terms === 'string' && typeof teams === 'string');
  return parseStored(localStorage.getItem(KEY), areSearches) ?? [];
}

/** Adds a search to the history. */
export function rememberSearch(terms: string, teams: SearchScope): void {
  if (terms === '') return;
  const others = searchHistory().filter((one) => one.terms !== terms || one.teams !== teams);
  storeSearches([{terms, teams}, ...others].slice(0, MAX_SEARCHES));
}

/** Replaces the history. */
export function storeSearches(searches: readonly PastSearch[]): void {
  localStorage.setItem(KEY, JSON.stringify(searches));
}
