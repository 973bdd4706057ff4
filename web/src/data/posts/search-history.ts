/** The number of searches per team that this browser remembers. */
const MAX_SEARCHES = 8;

/** A search that was made in a team. It may have covered all teams. */
export interface PastSearch {
  terms: string;
  teams?: 'all' | undefined;
}

const storageKey = (teamId: string) => `search-history:${teamId}`;

/** The most recent searches in a team, newest first. */
export function searchHistory(teamId: string): PastSearch[] {
  try {
    const kept: unknown[] = JSON.parse(localStorage.getItem(storageKey(teamId)) ?? '[]');
    return kept.map(readSearch).filter(({terms}) => typeof terms === 'string');
  } catch {
    return [];
  }
}

/** Adds a search to the history. */
export function rememberSearch(teamId: string, terms: string, teams?: 'all'): void {
  if (terms === '') return;
  const others = searchHistory(teamId).filter((one) => one.terms !== terms);
  store(teamId, [{terms, teams}, ...others].slice(0, MAX_SEARCHES));
}

/** Removes a search from the history. */
export function forgetSearch(teamId: string, terms: string): void {
  store(
    teamId,
    searchHistory(teamId).filter((one) => one.terms !== terms),
  );
}

/** Earlier versions stored only the terms. */
function readSearch(one: unknown): PastSearch {
  return typeof one === 'string' ? {terms: one} : (one as PastSearch);
}

function store(teamId: string, searches: readonly PastSearch[]): void {
  localStorage.setItem(storageKey(teamId), JSON.stringify(searches));
}
