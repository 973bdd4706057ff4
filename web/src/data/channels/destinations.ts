import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {foldText} from '../../lib/fold-text.ts';
import {matchRank, RANK} from '../../lib/match-rank.ts';
import {displayName, loadedPerson, markOwnName} from '../people/people.ts';
import {searchableNames} from '../people/searchable-names.ts';
import {otherUserId} from './addresses.ts';
import {channelName} from './channel-names.ts';
import {createDirect} from './direct.ts';

/** Where a message can be sent: a channel, or a person with whom there is no direct channel yet. */
export type Destination = {channel: ServerChannel} | {person: UserProfile};

interface Me {
  id: string;
  username: string;
}

/** The id of the channel or the person. */
export function destinationId(destination: Destination): string {
  return 'channel' in destination ? destination.channel.id : destination.person.id;
}

/** The displayed name. */
export function destinationName(destination: Destination, me: Me): string {
  if ('channel' in destination) return channelName(destination.channel, me);
  return markOwnName(displayName(destination.person), destination.person.id === me.id);
}

/** The channel of a destination. Creates the direct channel with a person. Throws the server's error. */
export function destinationChannel(destination: Destination): ServerChannel | Promise<ServerChannel> {
  return 'channel' in destination ? destination.channel : createDirect([destination.person.id]);
}

/**
 * The destinations that match what a person has typed: the best matches first, then conversations with one person
 * before those with several, which would show a message to more people than meant, then those with the latest
 * messages. Everything that matches is in `channels` or `people`. Leaves out people with a direct channel.
 */
export function findDestinations(
  query: string,
  channels: readonly ServerChannel[],
  people: readonly UserProfile[],
  me: Me,
): Destination[] {
  const term = foldText(query.trim());
  const withDirect = new Set(
    channels.filter(({type}) => type === 'D').map((channel) => otherUserId(channel, me.id)),
  );
  const all = [
    ...channels.map((channel) => ({
      destination: {channel},
      rank: matchRank(channelNames(channel, me), term),
      isGroup: channel.type === 'G',
      last: channel.last_post_at,
    })),
    ...people
      .filter(({id}) => !withDirect.has(id))
      .map((person) => ({
        destination: {person},
        rank: matchRank(searchableNames(person), term),
        isGroup: false,
        last: 0,
      })),
  ];
  return all
    .filter(({rank}) => rank < RANK.typo)
    .sort(
      (a, b) =>
        (term === '' ? 0 : a.rank - b.rank || Number(a.isGroup) - Number(b.isGroup)) || b.last - a.last,
    )
    .map(({destination}) => destination);
}

/** The names by which a channel is found. Those of conversations in addresses are ids. */
function channelNames(channel: ServerChannel, me: Me): string[] {
  const name = channelName(channel, me);
  if (channel.type === 'G') return [name];
  if (channel.type !== 'D') return [name, channel.name];
  const person = loadedPerson(otherUserId(channel, me.id));
  return person ? [name, ...searchableNames(person)] : [name];
}
