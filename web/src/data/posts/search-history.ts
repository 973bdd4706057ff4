/** The number of searches that this browser remembers. */
const MAX_SEARCHES = 8;
const KEY = 'search-history';

/** A search that was made in the open team or in all teams. */
export interface PastSearch {
  terms: string;
  teams?: 'all' | undefined;
}

/** The most recent searches, from any team, newest first. */
export function searchHistory(): PastSearch[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** Adds a search to the history. */
export function rememberSearch(terms: string, teams: 'all' | undefined): void {
  if (terms === '') return;
  const others = searchHistory().filter((one) => one.terms !== terms);
  store([{terms, teams}, ...others].slice(0, MAX_SEARCHES));
}

/** Removes a search from the history. */
export function forgetSearch(terms: string): void {
  store(searchHistory().filter((one) => one.terms !== terms));
}

function store(searches: readonly PastSearch[]): void {
  localStorage.setItem(KEY, JSON.stringify(searches));
}
