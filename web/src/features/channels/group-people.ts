import type {Channel} from '@mattermost/types/channels';
import {useEffect} from 'react';
import {batched} from '../../lib/batched.ts';
import {server} from '../../lib/server.ts';
import {createKeyedStore, useKeyed} from '../../lib/store.ts';
import {rememberPeople} from '../people/people.ts';

type Group = Pick<Channel, 'id' | 'type' | 'display_name'>;

/** Characters after which the server cuts the name of a group, which is made of the usernames of all its people. */
const LONGEST_NAME = 64;

/** The usernames of the others in the groups whose names are cut. */
const others = createKeyedStore<readonly string[]>();

const load = batched(async (ids) => {
  for (const [id, people] of Object.entries(await server.getProfilesInGroupChannels(ids))) {
    rememberPeople(people);
    others.set(id, people.map(({username}) => username).sort());
  }
});

/** The usernames of the others in a group, and of nobody for another channel. */
export function useOthersOfGroup(channel: Group, ownUsername: string): readonly string[] {
  const known = useKeyed(others, channel.id);
  const isUnknown = known === undefined && channel.type === 'G' && isCut(channel.display_name);
  useEffect(() => {
    if (isUnknown) load(channel.id);
  }, [channel.id, isUnknown]);
  return known ?? inName(channel, ownUsername);
}

/** The same, as far as it is known already. */
export function knownOthersOfGroup(channel: Group, ownUsername: string): readonly string[] {
  return others.get(channel.id) ?? inName(channel, ownUsername);
}

function isCut(name: string): boolean {
  return [...name].length >= LONGEST_NAME;
}

function inName({type, display_name}: Group, ownUsername: string): string[] {
  return type === 'G' ? display_name.split(', ').filter((name) => name !== ownUsername) : [];
}
