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

/** The numbers of members of channels, by their ids. */
export function readMemberCounts(ids: readonly string[]): Promise<Record<string, number>> {
  return server.call('/channels/stats/member_count', {method: 'POST', body: ids});
}

/** The number of channels that are suggested to a new person. */
const MAX_SUGGESTED = 3;

/** The public channels of a team with the most members, without those that the person is in. */
export async function popularChannels(teamId: string): Promise<ServerChannel[]> {
  const channels = await findChannels(teamId, '', true);
  const members = channels.length > 0 ? await readMemberCounts(channels.map(({id}) => id)) : {};
  const count = ({id}: ServerChannel) => members[id] ?? 0;
  return channels.toSorted((one, other) => count(other) - count(one)).slice(0, MAX_SUGGESTED);
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
