import type {PreferenceType} from '@mattermost/types/preferences';
import {useQuery} from '@tanstack/react-query';
import {useSyncExternalStore} from 'react';
import {cached, queries} from './queries.ts';
import {server} from './server.ts';
import {me} from './session.ts';

const queryKey = ['preferences'];

type Preferences = ReadonlyMap<string, string>;

const keyOf = (category: string, name: string) => `${category}/${name}`;

async function readPreferences(): Promise<Preferences> {
  const list = (await server.getMyPreferences()) as unknown as PreferenceType[];
  return new Map(list.map(({category, name, value}) => [keyOf(category, name), value ?? '']));
}

export function usePreferencesQuery() {
  return useQuery({queryKey, queryFn: readPreferences, staleTime: Number.POSITIVE_INFINITY});
}

const known = cached<Preferences>(queryKey);

/** The value of a preference, or `initial` where the person has not set it. */
export function usePreference(category: string, name: string, initial: string): string {
  const key = keyOf(category, name);
  return useSyncExternalStore(known.subscribe, () => known.get()?.get(key)) ?? initial;
}

export function preference(category: string, name: string, initial: string): string {
  return queries.getQueryData<Preferences>(queryKey)?.get(keyOf(category, name)) ?? initial;
}

/** Shows new values at once. Live events call it too, with what was set elsewhere. */
export function applyPreferences(list: readonly PreferenceType[], change: 'set' | 'delete'): void {
  queries.setQueryData<Preferences>(queryKey, (before) => {
    const next = new Map(before);
    for (const {category, name, value} of list) {
      if (change === 'set') next.set(keyOf(category, name), value ?? '');
      else next.delete(keyOf(category, name));
    }
    return next;
  });
}

/** Sets preferences; puts the old ones back if the server refuses. */
export async function setPreferences(list: {category: string; name: string; value: string}[]): Promise<void> {
  const before = queries.getQueryData<Preferences>(queryKey);
  const whole = list.map((one) => ({user_id: me().id, ...one}));
  applyPreferences(whole, 'set');
  try {
    await server.savePreferences(me().id, whole);
  } catch (error) {
    queries.setQueryData(queryKey, before);
    throw error;
  }
}

/** Forgets preferences; puts them back if the server refuses. */
export async function deletePreferences(list: {category: string; name: string}[]): Promise<void> {
  const before = queries.getQueryData<Preferences>(queryKey);
  const whole = list.map((one) => ({user_id: me().id, value: '', ...one}));
  applyPreferences(whole, 'delete');
  try {
    await server.deletePreferences(me().id, whole);
  } catch (error) {
    queries.setQueryData(queryKey, before);
    throw error;
  }
}
