import type {PreferenceType} from '@mattermost/types/preferences';
import {useStore} from '@nanostores/react';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {computed} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {changeQueryData, changeWhileSaving, queries, readByQuery} from '../../lib/queries.ts';
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

/** A change of the loaded preferences. */
function changed(list: readonly PreferenceType[], change: 'set' | 'delete') {
  return (before: Preferences): Preferences => {
    const next = new Map(before);
    for (const {category, name, value} of list) {
      if (change === 'set') next.set(preferenceKey(category, name), value ?? '');
      else next.delete(preferenceKey(category, name));
    }
    return next;
  };
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
  await changeWhileSaving<Preferences, unknown>(preferencesQuery.queryKey, changed(whole, change), () =>
    change === 'set' ? server.savePreferences(me().id, whole) : server.deletePreferences(me().id, whole),
  );
}

/** Updates the preferences on live events. */
export function followPreferences(): void {
  const apply = (preferences: string, change: 'set' | 'delete') =>
    changeQueryData(preferencesQuery.queryKey, changed(JSON.parse(preferences), change));
  onLive('preferences_changed', ({data}) => apply(data.preferences, 'set'));
  onLive('preferences_deleted', ({data}) => apply(data.preferences, 'delete'));
  onMissedEvents(() => void queries.invalidateQueries({queryKey: preferencesQuery.queryKey}));
}
