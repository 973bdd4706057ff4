/** The number of searches per team that this browser remembers. */
const MAX_SEARCHES = 8;

const storageKey = (teamId: string) => `search-history:${teamId}`;

/** The most recent searches in a team, newest first. */
export function searchHistory(teamId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(teamId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MAX_SEARCHES) : [];
  } catch {
    return [];
  }
}

/** Adds a search to the history. */
export function rememberSearch(teamId: string, terms: string): void {
  if (terms === '') return;
  store(teamId, [...new Set([terms, ...searchHistory(teamId)])].slice(0, MAX_SEARCHES));
}

/** Removes a search from the history. */
export function forgetSearch(teamId: string, terms: string): void {
  store(
    teamId,
    searchHistory(teamId).filter((one) => one !== terms),
  );
}

function store(teamId: string, searches: readonly string[]): void {
  localStorage.setItem(storageKey(teamId), JSON.stringify(searches));
}
