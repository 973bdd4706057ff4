import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect, useMemo} from 'react';
import {atomFamily, useFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import {server} from '../../lib/server.ts';
import {useSameList} from '../../lib/use-same-list.ts';
import {preference, usePreference} from '../preferences/preferences.ts';
import {me, setMe} from '../session/session.ts';
import {clientConfig, useClientConfig} from '../system/client-config.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

/** Whether an account is a guest, who only sees the channels that they were added to. */
export function isGuest({roles}: Pick<UserProfile, 'roles'>): boolean {
  return roles.split(' ').includes('system_guest');
}

/** People by id; null if the id is unknown or the person can't be seen. */
const $person = atomFamily(() => atom<UserProfile | null | undefined>());
/** Ids by username; an empty string if the username is unknown. */
const $idByUsername = atomFamily(() => atom<string | undefined>());

/** In milliseconds. Messages wait at most this long for the names in them, and are then shown without. */
const NAMES_WAIT = 1_000;

/** Stores people sent by the server. An older version never replaces a newer one. */
export function rememberPeople(users: readonly UserProfile[]): void {
  for (const user of users) {
    const before = $person(user.id).get();
    if (before && user.update_at < before.update_at) continue;
    $person(user.id).set(user);
    $idByUsername(user.username).set(user.id);
  }
}

/** Shows the changed profile of the signed-in person immediately on the whole page. */
export function rememberMe(user: UserProfile): void {
  setMe(user);
  rememberPeople([user]);
}

async function readByIds(ids: string[]): Promise<void> {
  const found = await server.getProfilesByIds(ids);
  rememberPeople(found);
  const known = new Set(found.map(({id}) => id));
  for (const id of ids) if (!known.has(id) && !$person(id).get()) $person(id).set(null);
}

const load = batched(readByIds);

const loadByUsername = batched(async (usernames) => {
  const found = await server.getProfilesByUsernames(usernames);
  rememberPeople(found);
  const known = new Set(found.map(({username}) => username));
  for (const name of usernames) if (!known.has(name)) $idByUsername(name).set('');
});

/** A person by id; undefined until loaded. */
export function usePerson(id: string): UserProfile | undefined {
  return usePersonById(id) ?? undefined;
}

/** A person by id: undefined until loaded, null for an unknown id. */
export function usePersonById(id: string): UserProfile | null | undefined {
  const person = useStore($person(id));
  const missing = !person && id !== '';
  useEffect(() => {
    if (missing) load(id);
  }, [id, missing]);
  return person;
}

/**
 * Loads people who aren't loaded yet, so that messages appear with all of their names. If that fails or takes long,
 * each person is loaded where they are shown.
 */
export async function readPeople(ids: readonly string[]): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => $person(id).get() === undefined);
  if (missing.length === 0) return;
  const enough = new Promise<void>((resolve) => setTimeout(resolve, NAMES_WAIT));
  await Promise.race([readByIds(missing).catch(() => {}), enough]);
}

/** People by id, each undefined until loaded. */
export function usePeople(ids: readonly string[]): readonly (UserProfile | null | undefined)[] {
  const keys = useSameList(ids);
  const people = useFamily($person, keys);
  useEffect(() => {
    for (const [index, id] of keys.entries()) if (!people[index]) load(id);
  }, [keys, people]);
  return people;
}

/** A person by id, if already loaded. */
export function loadedPerson(id: string): UserProfile | undefined {
  return $person(id).get() ?? undefined;
}

/** A person by username: undefined until loaded, null for an unknown username. */
export function usePersonByUsername(username: string): UserProfile | null | undefined {
  const id = useStore($idByUsername(username));
  const person = useStore($person(id ?? ''));
  useEffect(() => {
    if (id === undefined && username !== '') loadByUsername(username);
  }, [id, username]);
  if (id === '') return null;
  return person ?? undefined;
}

/** The display names of these people. For people who aren't loaded, the username. */
export function useNamesByUsername(usernames: readonly string[]): string[] {
  const format = useNameFormat();
  const names = useSameList(usernames);
  const ids = useFamily($idByUsername, names);
  const found = useFamily(
    $person,
    useMemo(() => ids.map((id) => id ?? ''), [ids]),
  );
  useEffect(() => {
    if (format === 'username') return;
    for (const [index, name] of names.entries()) {
      if (name !== '' && ids[index] === undefined) loadByUsername(name);
    }
  }, [names, ids, format]);
  return names.map((username, index) => (found[index] ? formatName(found[index], format) : username));
}

function nameByUsername(username: string, format: string): string {
  const person = $person($idByUsername(username).get() ?? '').get();
  return person ? formatName(person, format) : username;
}

type NameFormat = 'username' | 'nickname_full_name' | 'full_name';

/** A person's display name in the format set by the signed-in person or the server. */
export function formatName(user: UserProfile, format: string): string {
  const full = [user.first_name, user.last_name].filter(Boolean).join(' ').trim();
  if (format === 'full_name') return full || user.username;
  if (format === 'nickname_full_name') return user.nickname || full || user.username;
  return user.username;
}

/** A name as lists of people show it, in which the signed-in person is "(you)". */
export function markOwnName(name: string, isSelf: boolean): string {
  return isSelf ? t`${name} (you)` : name;
}

export function useNameFormat(): NameFormat {
  const {TeammateNameDisplay = 'username', LockTeammateNameDisplay} = useClientConfig();
  const chosen = usePreference('display_settings', 'name_format', TeammateNameDisplay);
  return (LockTeammateNameDisplay === 'true' ? TeammateNameDisplay : chosen) as NameFormat;
}

function nameFormat(): string {
  const {TeammateNameDisplay = 'username', LockTeammateNameDisplay} = clientConfig();
  if (LockTeammateNameDisplay === 'true') return TeammateNameDisplay;
  return preference('display_settings', 'name_format', TeammateNameDisplay);
}

/** A person's display name on the pages of the signed-in person. */
export function displayName(user: UserProfile): string {
  return formatName(user, nameFormat());
}

/** The display name for a username; the username itself if the person isn't loaded. */
export function displayNameByUsername(username: string): string {
  return nameByUsername(username, nameFormat());
}

export function useDisplayName(id: string): string {
  const person = usePerson(id);
  const format = useNameFormat();
  return person ? formatName(person, format) : '';
}

export function pictureUrl(user: UserProfile): string {
  return server.getProfilePictureUrl(user.id, user.last_picture_update ?? 0);
}

/** Keeps people up to date with live events. */
export function followPeople(): void {
  onLive('user_updated', ({data}) => {
    const user = data.user as UserProfile;
    rememberPeople([{...$person(user.id).get(), ...user}]);
    if (user.id === me().id) setMe(user);
  });
  onLive('new_user', ({data}) => {
    if ($person(data.user_id).get() === null) load(data.user_id);
  });
  onMissedEvents(() => {
    for (const id of $person.keys()) if ($person(id).get() !== undefined) load(id);
  });
}
