import type {ServerChannel} from '@mattermost/types/channels';
import {allPages} from '../../lib/pages.ts';
import {server} from '../../lib/server.ts';

/** The most channels that are found. Then people search for others. */
export const MAX_FOUND = 100;

/** The public channels of a team whose name or purpose contains every word of the term. */
export function findChannels(teamId: string, term: string, excludeJoined: boolean): Promise<ServerChannel[]> {
  return server.call(`/teams/${teamId}/channels/search`, {
    method: 'POST',
    body: {term, exclude_joined: excludeJoined},
  });
}

/** The archived channels of a team that the person can read, also by a term. The server only lists them. */
export async function findArchivedChannels(teamId: string, term: string): Promise<ServerChannel[]> {
  const all = await allPages((page, perPage) =>
    server.call<ServerChannel[]>(`/teams/${teamId}/channels/deleted?page=${page}&per_page=${perPage}`),
  );
  const words = term.toLowerCase().split(/\s+/);
  const isFound = ({name, display_name, purpose}: ServerChannel) => {
    const text = `${name} ${display_name} ${purpose}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return all.filter(isFound).slice(0, MAX_FOUND);
}
