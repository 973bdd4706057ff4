import type {Channel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import {useMe} from '../../lib/session.ts';
import {
  displayName,
  displayNameByUsername,
  knownPerson,
  nameOf,
  useNameFormat,
  useNamesByUsername,
  usePerson,
} from '../people/people.ts';
import {knownOthersOfGroup, useOthersOfGroup} from './group-people.ts';
import {otherOf} from './other-of.ts';

type Named = Pick<Channel, 'id' | 'type' | 'name' | 'display_name'>;

/** What a channel is called on this person's pages: a direct one by the other, a group by the others. */
export function useChannelName(channel: Named): string {
  const me = useMe();
  const other = channel.type === 'D' ? otherOf(channel, me.id) : '';
  const person = usePerson(other);
  const format = useNameFormat();
  const others = useNamesByUsername(useOthersOfGroup(channel, me.username));
  if (channel.type === 'D') {
    if (!person) return '…';
    return other === me.id ? `${nameOf(person, format)} (you)` : nameOf(person, format);
  }
  return channel.type === 'G' ? others.join(', ') : channel.display_name;
}

/** The same for what is known already. */
export function channelName(channel: Named, me: {id: string; username: string}): string {
  if (channel.type === 'G') {
    return knownOthersOfGroup(channel, me.username).map(displayNameByUsername).join(', ');
  }
  if (channel.type !== 'D') return channel.display_name;
  const person = knownPerson(otherOf(channel, me.id));
  return person ? displayName(person) : '';
}

/** The address of a channel's page. */
export function channelPath(
  team: Pick<Team, 'name'>,
  channel: Pick<Channel, 'type' | 'name'>,
  me: {id: string},
): string {
  if (channel.type === 'D') {
    const other = otherOf(channel, me.id);
    return `/${team.name}/messages/${knownPerson(other) ? `@${knownPerson(other)!.username}` : other}`;
  }
  if (channel.type === 'G') return `/${team.name}/messages/${channel.name}`;
  return `/${team.name}/channels/${channel.name}`;
}
