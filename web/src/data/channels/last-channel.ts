const storageKey = (teamId: string) => `last-channel:${teamId}`;

/** The path of the team's channel that was open last in this browser. */
export function lastChannelPath(teamId: string): string | null {
  return localStorage.getItem(storageKey(teamId));
}

export function rememberLastChannel(teamId: string, path: string): void {
  localStorage.setItem(storageKey(teamId), path);
}
