import type {UserStatus} from '@mattermost/types/users';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {atomFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import {changesDuringLoad} from '../../lib/changes-during-load.ts';
import type {Presence} from '../../lib/presence.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

const $presence = atomFamily(() => atom<Presence | undefined>());
/** When the person's own Do Not Disturb ends, in milliseconds; 0 if it isn't on, or has no end. */
export const $quietUntil = atom(0);
/** The number of places on the page where each person's presence is shown. */
const shown = new Map<string, number>();
/** In milliseconds. Only changes of the person's own presence are sent as events. Everyone else's is polled. */
const POLL_INTERVAL = 30_000;

function remember(list: readonly UserStatus[]): void {
  for (const {user_id, status, dnd_end_time} of list) {
    $presence(user_id).set((status || 'offline') as Presence);
    if (user_id !== me().id) continue;
    if (status !== 'dnd') $quietUntil.set(0);
    else if (dnd_end_time !== undefined) $quietUntil.set(dnd_end_time * 1000);
  }
}

const changes = changesDuringLoad<UserStatus>();

function change(status: UserStatus): void {
  if (changes.record(status.user_id, status)) remember([status]);
}

const load = batched(async (ids) => {
  const [list, changed] = await changes.load(() => server.getStatusesByIds(ids));
  remember(list.map((status) => ({...status, ...changed.get(status.user_id)})));
});

/** A person's presence; undefined until loaded. */
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

/** A person's presence, if already loaded. */
export function loadedPresence(userId: string): Presence | undefined {
  return $presence(userId).get();
}

/** Sets the person's own status. Do Not Disturb can end at a time, in milliseconds; 0 means never. */
export async function setOwnPresence(presence: Presence, until = 0): Promise<void> {
  const status = {user_id: me().id, status: presence, manual: true, dnd_end_time: Math.floor(until / 1000)};
  change(await server.updateStatus(status));
}

/** Keeps the presence of the people on the page up to date. */
export function followPresence(): () => void {
  const loadShown = () => {
    for (const id of shown.keys()) load(id);
  };
  const stops = [
    onLive('status_change', ({data}) => {
      change(data as UserStatus);
      // The event doesn't contain the end.
      if (data.status === 'dnd') load(data.user_id);
    }),
    onMissedEvents(loadShown),
  ];
  const timer = setInterval(() => {
    if (document.visibilityState !== 'hidden') loadShown();
  }, POLL_INTERVAL);
  return () => {
    for (const stop of stops) stop();
    clearInterval(timer);
  };
}
