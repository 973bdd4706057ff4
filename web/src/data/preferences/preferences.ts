import type {PreferenceType} from '@mattermost/types/preferences';
import {useStore} from '@nanostores/react';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {computed} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {changeQueryData, queries, readByQuery} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

type Preferences = ReadonlyMap<string, string>;

const preferenceKey = (category: string, name: string) => `${category}/${name}`;

async function readPreferences(): Promise<Preferences> {
  const list = (await server.getMyPreferences()) as unknown as PreferenceType[];
  return new Map(list.map(({category, name, value}) => [preferenceKey(category, name), value ?? '']));
}

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: readPreferences,
  staleTime: Number.POSITIVE_INFINITY,
  meta: {isCopied: true},
});

export function usePreferencesQuery() {
  return useQuery(preferencesQuery);
}

const $preferences = readByQuery<Preferences>(preferencesQuery.queryKey);
const $preference = atomFamily((key) => computed($preferences, (all) => all?.get(key)));

/** The value of a preference, or `initial` if the person hasn't set it. */
export function usePreference(category: string, name: string, initial: string): string {
  return useStore($preference(preferenceKey(category, name))) ?? initial;
}

export function preference(category: string, name: string, initial: string): string {
  return queries.getQueryData(preferencesQuery.queryKey)?.get(preferenceKey(category, name)) ?? initial;
}

/** Applies changes made here or elsewhere to the loaded preferences. */
function applyPreferences(list: readonly PreferenceType[], change: 'set' | 'delete'): void {
  changeQueryData<Preferences>(preferencesQuery.queryKey, (before) => {
    const next = new Map(before);
    for (const {category, name, value} of list) {
      if (change === 'set') next.set(preferenceKey(category, name), value ?? '');
      else next.delete(preferenceKey(category, name));
    }
    return next;
  });
}

/** Sets preferences. Restores the old values if the server rejects the change. */
export function setPreferences(list: {category: string; name: string; value: string}[]): Promise<void> {
  return changePreferences(list, 'set');
}

/** Deletes preferences. Restores them if the server rejects the deletion. */
export function deletePreferences(list: {category: string; name: string}[]): Promise<void> {
  return changePreferences(
    list.map((one) => ({value: '', ...one})),
    'delete',
  );
}

async function changePreferences(
  list: {category: string; name: string; value: string}[],
  change: 'set' | 'delete',
): Promise<void> {
  const whole = list.map((one) => ({user_id: me().id, ...one}));
  const restore = restorer(list);
  applyPreferences(whole, change);
  try {
    if (change === 'set') await server.savePreferences(me().id, whole);
    else await server.deletePreferences(me().id, whole);
  } catch (error) {
    restore();
    throw error;
  }
}

/** A function that restores the current values of these preferences, and leaves the others as they are then. */
function restorer(list: readonly {category: string; name: string}[]): () => void {
  const before = queries.getQueryData(preferencesQuery.queryKey);
  const keys = list.map(({category, name}) => preferenceKey(category, name));
  return () =>
    changeQueryData<Preferences>(preferencesQuery.queryKey, (now) => {
      const next = new Map(now);
      for (const key of keys) {
        const value = before?.get(key);
        if (value === undefined) next.delete(key);
        else next.set(key, value);
      }
      return next;
    });
}

/** Updates the preferences on live events. */
export function followPreferences(): void {
  onLive('preferences_changed', ({data}) => applyPreferences(JSON.parse(data.preferences), 'set'));
  onLive('preferences_deleted', ({data}) => applyPreferences(JSON.parse(data.preferences), 'delete'));
  onMissedEvents(() => void queries.invalidateQueries({queryKey: preferencesQuery.queryKey}));
}
