import type {Channel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {atomFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import {server} from '../../lib/server.ts';
import {useChannels} from './channels.ts';

/** The maximum number of names that are looked up at a time. A message could mention thousands. */
const MAX_LOOKUPS = 20;

/** Channels that the person isn't in, by `team-id/name`; null if there is none that they can find. */
const $found = atomFamily(() => atom<Channel | null | undefined>());

const lookUp = batched(async (keys) => {
  for (const key of keys.slice(0, MAX_LOOKUPS)) {
    const [teamId, name] = key.split('/') as [string, string];
    const channels = await server.autocompleteChannels(teamId, name);
    $found(key).set(channels.find((one) => one.name === name) ?? null);
  }
}, Number.POSITIVE_INFINITY);

/**
 * A channel of a team by its name: one of the person's channels, or another one that they can find. Undefined if there
 * is none, or until it is loaded.
 */
export function useChannelByName(teamId: string, name: string): Channel | undefined {
  const own = Object.values(useChannels()).find((one) => one.team_id === teamId && one.name === name);
  // A tilde before a number usually means "about".
  const isWanted = !own && teamId !== '' && /[a-z]/.test(name);
  const key = `${teamId}/${name}`;
  const found = useStore($found(key));
  const isMissing = isWanted && found === undefined;
  useEffect(() => {
    if (isMissing) lookUp(key);
  }, [isMissing, key]);
  return own ?? found ?? undefined;
}
