const keyOf = (teamId: string) => `last-channel:${teamId}`;

/** The address of the channel of the team that this browser showed last. */
export function lastChannelPath(teamId: string): string | null {
  return localStorage.getItem(keyOf(teamId));
}

export function rememberLastChannel(teamId: string, path: string): void {
  localStorage.setItem(keyOf(teamId), path);
}
