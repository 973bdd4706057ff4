import type {ServerChannel} from '@mattermost/types/channels';
import {foldText} from '../../lib/fold-text.ts';
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

/** The archived channels of a team that the person can read. */
export function readArchivedChannels(teamId: string): Promise<ServerChannel[]> {
  return allPages((page, perPage) =>
    server.call(`/teams/${teamId}/channels/deleted?page=${page}&per_page=${perPage}`),
  );
}

/** Finds channels like the search of the server, which doesn't find archived ones. */
export function matchingChannels(channels: readonly ServerChannel[], term: string): ServerChannel[] {
  const words = foldText(term).split(/\s+/);
  const isFound = ({name, display_name, purpose}: ServerChannel) => {
    const text = foldText(`${name} ${display_name} ${purpose}`);
    return words.every((word) => text.includes(word));
  };
  return channels.filter(isFound).slice(0, MAX_FOUND);
}
