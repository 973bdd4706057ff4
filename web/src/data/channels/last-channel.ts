const keyOf = (teamId: string) => `last-channel:${teamId}`;

/** The path of the team's channel that was open last in this browser. */
export function lastChannelPath(teamId: string): string | null {
  return localStorage.getItem(keyOf(teamId));
}

export function rememberLastChannel(teamId: string, path: string): void {
  localStorage.setItem(keyOf(teamId), path);
}
