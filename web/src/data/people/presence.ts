import type {UserStatus} from '@mattermost/types/users';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {atomFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import type {Presence} from '../../lib/presence.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {onLive} from '../system/live.ts';

const $presence = atomFamily(() => atom<Presence | undefined>());
/** How many places on the page show each person's presence. */
const shown = new Map<string, number>();
/** Only changes of one's own are announced; the others shown are asked for again this often, in milliseconds. */
const ASK_EVERY = 30_000;

function remember(list: readonly UserStatus[]): void {
  for (const {user_id, status} of list) $presence(user_id).set((status || 'offline') as Presence);
}

const load = batched(async (ids) => remember(await server.getStatusesByIds(ids)));

/** Whether somebody is there; undefined until it is known. */
export function usePresence(userId: string): Presence | undefined {
  const presence = useStore($presence(userId));
  useEffect(() => {
    if (userId === '') return;
    shown.set(userId, (shown.get(userId) ?? 0) + 1);
    if ($presence(userId).get() === undefined) load(userId);
    return () => {
      const left = shown.get(userId)! - 1;
      if (left > 0) shown.set(userId, left);
      else shown.delete(userId);
    };
  }, [userId]);
  return presence;
}

/** Whether somebody is there, as far as it is known. */
export function knownPresence(userId: string): Presence | undefined {
  return $presence(userId).get();
}

export async function setOwnPresence(presence: Presence): Promise<void> {
  remember([await server.updateStatus({user_id: me().id, status: presence, manual: true})]);
}

/** Keeps the presence of whoever is on the page fresh. */
export function followPresence(): () => void {
  const stop = onLive('status_change', ({data}) => remember([data as UserStatus]));
  const timer = setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    for (const id of shown.keys()) load(id);
  }, ASK_EVERY);
  return () => {
    stop();
    clearInterval(timer);
  };
}
