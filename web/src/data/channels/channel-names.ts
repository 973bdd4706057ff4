import type {Channel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {atomFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import {server} from '../../lib/server.ts';
import {
  displayName,
  displayNameByUsername,
  formatName,
  loadedPerson,
  markOwnName,
  rememberPeople,
  useNameFormat,
  useNamesByUsername,
  usePerson,
} from '../people/people.ts';
import {useMe} from '../session/session.ts';
import {otherUserId} from './addresses.ts';

type Named = Pick<Channel, 'id' | 'type' | 'name' | 'display_name'>;

/** The name of a channel as displayed to the person. Direct and group channels are named after the other people. */
export function useChannelName(channel: Named): string {
  const me = useMe();
  const other = channel.type === 'D' ? otherUserId(channel, me.id) : '';
  const person = usePerson(other);
  const format = useNameFormat();
  const others = useNamesByUsername(useOtherGroupMembers(channel, me.username));
  if (channel.type === 'D') {
    if (!person) return '…';
    return markOwnName(formatName(person, format), other === me.id);
  }
  return channel.type === 'G' ? others.join(', ') : channel.display_name;
}

/** Like `useChannelName`, but only uses people who are already loaded. */
export function channelName(channel: Named, me: {id: string; username: string}): string {
  if (channel.type === 'G') {
    const others = otherLoadedMembers(channel, me.username) ?? inName(channel, me.username);
    return others.map(displayNameByUsername).join(', ');
  }
  if (channel.type !== 'D') return channel.display_name;
  const person = loadedPerson(otherUserId(channel, me.id));
  return person ? markOwnName(displayName(person), person.id === me.id) : '';
}

/** The address of a channel's page. */
export function channelPath(
  team: Pick<Team, 'name'>,
  channel: Pick<Channel, 'type' | 'name'>,
  me: {id: string},
): string {
  if (channel.type === 'D') {
    const other = otherUserId(channel, me.id);
    return `/${team.name}/messages/${loadedPerson(other) ? `@${loadedPerson(other)!.username}` : other}`;
  }
  if (channel.type === 'G') return `/${team.name}/messages/${channel.name}`;
  return `/${team.name}/channels/${channel.name}`;
}

type Group = Pick<Channel, 'id' | 'type' | 'display_name'>;

/** The maximum length of a group's name, which consists of usernames. The server cuts longer names off. */
const MAX_NAME_LENGTH = 64;

/** The usernames of the other members of groups whose names are cut off. */
const $others = atomFamily(() => atom<readonly string[] | undefined>());

const load = batched(async (ids) => {
  for (const [id, people] of Object.entries(await server.getProfilesInGroupChannels(ids))) {
    rememberPeople(people);
    $others(id).set(people.map(({username}) => username).sort());
  }
});

/** The usernames of the other members of a group; empty for other channels. */
export function useOtherGroupMembers(channel: Group, ownUsername: string): readonly string[] {
  const known = useStore($others(channel.id));
  const isUnknown = known === undefined && channel.type === 'G' && isCut(channel.display_name);
  useEffect(() => {
    if (isUnknown) load(channel.id);
  }, [channel.id, isUnknown]);
  return known ?? inName(channel, ownUsername);
}

/** Like `useOtherGroupMembers`, but only uses groups that are already loaded; undefined if they aren't all known. */
export function otherLoadedMembers(channel: Group, ownUsername: string): readonly string[] | undefined {
  return (
    $others(channel.id).get() ?? (isCut(channel.display_name) ? undefined : inName(channel, ownUsername))
  );
}

function isCut(name: string): boolean {
  return [...name].length >= MAX_NAME_LENGTH;
}

function inName({type, display_name}: Group, ownUsername: string): string[] {
  return type === 'G' ? display_name.split(', ').filter((name) => name !== ownUsername) : [];
}
