import {deleteSessionsOfUsers} from '../../../messaging/sessions/sessions.ts';
import {USERS} from '../../../messaging/tables/tables.ts';
import {
  DEFAULT_NOTIFY_PROPS,
  ensureAdministratorRemains,
  requireNoGroup,
} from '../../../messaging/users/users.ts';
import type {Settings} from '../../../platform/config/settings.ts';
import {
  insertRows,
  type NewRow,
  type RowChanges,
  type RowOf,
  updateRows,
} from '../../../platform/database/table.ts';
import type {User} from '../format/objects.ts';
import {type Batch, countOutcomes, type ImportedUser} from './batch.ts';
import {writeMemberships} from './memberships.ts';
import {MERGED_USERS} from './merging.ts';
import {setPreferences} from './preferences.ts';
import {preferencesOf} from './user-preferences.ts';

/** Writes accounts with their preferences and memberships. Passwords are follow-up work, because they take time. */
export async function writeUsers(
  batch: Batch,
  users: readonly User[],
  settings: Settings,
): Promise<ImportedUser[]> {
  const {tx, now, directory, announce} = batch;
  const imported = users.map((user) => {
    const entry = directory.user(user.username)!;
    return {user, entry, isNew: !entry.stored};
  });
  const fresh = imported.filter(({isNew}) => isNew);
  const old = imported.filter(({isNew}) => !isNew);

  await requireNoGroup(
    tx,
    fresh.map(({user}) => user.username),
  );
  // Existing accounts first: they may release an email address that a new one uses.
  const changed = await ensureAdministratorRemains(tx, async () => {
    const rows = await updateRows(tx, USERS, old.map(rowFromFile), {merging: MERGED_USERS, now});
    await insertRows(
      tx,
      USERS,
      fresh.map((it) => newRow(it, settings, now)),
    );
    return rows;
  });
  await recordActivations(batch, old, changed);
  for (const {entry} of fresh) batch.markStored(entry);

  const preferences = imported.flatMap(({user, entry, isNew}) => preferencesOf(entry.id, user, {isNew}));
  const preferring = await setPreferences(tx, preferences);
  const newIds = new Set(fresh.map(({entry}) => entry.id));
  const touched = new Set([
    ...changed.map(({id}) => id),
    ...preferring.map(({userid}) => userid).filter((id) => !newIds.has(id)),
  ]);
  for (const id of touched) announce.users.add(id);
  countOutcomes(batch, 'user', {total: users.length, created: fresh.length, updated: touched.size});
  await writeMemberships(batch, imported);
  return imported;
}

/** The columns of an account that the file sets. */
function rowFromFile({
  user,
  entry,
}: ImportedUser): RowChanges<typeof USERS> & Pick<RowOf<typeof USERS>, 'id' | 'email'> {
  const notifyProps = notifyPropsOf(user);
  const service = serviceOf(user);
  return {
    id: entry.id,
    email: user.email,
    nickname: user.nickname,
    firstname: user.first_name,
    lastname: user.last_name,
    position: user.position,
    roles: user.roles || undefined,
    locale: user.locale || undefined,
    deleteat: user.delete_at,
    notifyprops: notifyProps && JSON.stringify(notifyProps),
    props: user.custom_status && JSON.stringify({customStatus: JSON.stringify(user.custom_status)}),
    ...(service === undefined
      ? {}
      : {
          authservice: service,
          authdata: service === '' ? null : user.auth_data,
          password: service === '' ? undefined : '',
        }),
  };
}

function newRow(imported: ImportedUser, settings: Settings, now: number): NewRow<typeof USERS> {
  const {user} = imported;
  const given = rowFromFile(imported);
  return {
    ...given,
    username: user.username,
    createat: now,
    updateat: now,
    emailverified: true,
    lastpasswordupdate: now,
    roles: given.roles ?? 'system_user',
    locale: given.locale ?? settings.LocalizationSettings.DefaultClientLocale,
    notifyprops: JSON.stringify({...DEFAULT_NOTIFY_PROPS, ...notifyPropsOf(user)}),
    timezone: NEW_TIMEZONE,
  };
}

const NEW_TIMEZONE = JSON.stringify({
  automaticTimezone: '',
  manualTimezone: '',
  useAutomaticTimezone: 'true',
});

/** The service that an account signs in with, or empty for a password; undefined if the file doesn't say. */
function serviceOf({auth_service: service}: User): string | undefined {
  return service === 'email' ? '' : service;
}

function notifyPropsOf({notify_props: props}: User): Record<string, string> | undefined {
  if (!props) return undefined;
  const {mobile, mobile_push_status: pushStatus, ...others} = props;
  const all = {...others, push: mobile, push_status: pushStatus};
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Revokes the sessions of deactivated accounts. */
async function recordActivations(
  {tx, announce}: Batch,
  users: readonly ImportedUser[],
  changed: readonly {id: string}[],
): Promise<void> {
  const changedIds = new Set(changed.map(({id}) => id));
  const stated = users.filter(({user, entry}) => user.delete_at !== undefined && changedIds.has(entry.id));
  for (const {user, entry} of stated) announce.activations.set(entry.id, user.delete_at === 0);
  const deactivated = stated.filter(({user}) => user.delete_at !== 0).map(({entry}) => entry.id);
  if (deactivated.length === 0) return;
  await deleteSessionsOfUsers(tx, deactivated);
}
