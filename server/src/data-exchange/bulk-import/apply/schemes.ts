import {ADMINISTRATOR, BUILT_IN_ROLES} from '../../../messaging/permissions/permissions.ts';
import {ROLES as ROLES_BY_ID, SCHEMES} from '../../../messaging/tables/tables.ts';
import {newId} from '../../../platform/database/ids.ts';
import {insertRows, type RowOf, updateRows} from '../../../platform/database/table.ts';
import type {Role, Scheme} from '../format/objects.ts';
import {rolesOf} from '../references/references.ts';
import type {Batch} from './batch.ts';
import {SET_UPDATE_AT} from './merging.ts';

/** Files refer to roles by name. */
const ROLES = {...ROLES_BY_ID, key: ['name']} as const;

type RoleField = ReturnType<typeof rolesOf>[number]['field'];

const COLUMNS = {
  default_team_admin_role: 'defaultteamadminrole',
  default_team_user_role: 'defaultteamuserrole',
  default_team_guest_role: 'defaultteamguestrole',
  default_channel_admin_role: 'defaultchanneladminrole',
  default_channel_user_role: 'defaultchanneluserrole',
  default_channel_guest_role: 'defaultchannelguestrole',
} as const satisfies Record<RoleField, keyof (typeof SCHEMES)['columns']>;

/** Writes system roles. */
export async function writeRoles(batch: Batch, roles: readonly Role[]): Promise<void> {
  const {tx, now, announce} = batch;
  const stored = await tx.rows<{name: string}>({
    text: 'select Name from Roles where Name = any($1)',
    values: [roles.map(({name}) => name)],
  });
  const storedNames = new Set(stored.map(({name}) => name));
  const fresh = roles.filter(({name}) => !storedNames.has(name));
  await insertRows(
    tx,
    ROLES,
    fresh.map((role) => ({...roleRow(role, role.name), id: newId(), createat: now, updateat: now})),
  );
  const old = roles.filter(({name}) => storedNames.has(name));
  const changed = await updateRows(
    tx,
    ROLES,
    old.map((role) => {
      const row = roleRow(role, role.name);
      // The administrators' role always has every permission.
      return role.name === ADMINISTRATOR ? {...row, permissions: undefined} : row;
    }),
    {merging: SET_UPDATE_AT, now},
  );
  for (const {name} of [...fresh, ...changed]) announce.roles.add(name);
  batch.count('role', 'created', fresh.length);
  batch.count('role', 'updated', changed.length);
  batch.count('role', 'unchanged', old.length - changed.length);
}

/**
 * Writes schemes. The roles of a scheme have generated names; the names in the file are only labels
 * (docs/specification.md#members-schemes-and-threads).
 */
export async function writeSchemes(batch: Batch, schemes: readonly Scheme[]): Promise<void> {
  for (const scheme of schemes) {
    const entry = batch.directory.scheme(scheme.name)!;
    if (entry.stored) {
      const changed = await updateScheme(batch, entry.id, scheme);
      batch.count('scheme', changed ? 'updated' : 'unchanged');
    } else {
      await createScheme(batch, entry.id, scheme);
      batch.markStored(entry);
      batch.count('scheme', 'created');
    }
  }
}

async function createScheme({tx, now}: Batch, id: string, scheme: Scheme): Promise<void> {
  const roles = rolesOf(scheme)
    .filter(({field}) => scheme.scope === 'team' || field.startsWith('default_channel'))
    .map(({field, role}) => ({column: COLUMNS[field], role: role ?? guestRole(field), name: newId()}));
  await insertRows(
    tx,
    ROLES,
    roles.map(({role, name}) => ({
      ...roleRow(role, name),
      schememanaged: true,
      id: newId(),
      createat: now,
      updateat: now,
    })),
  );
  await insertRows(tx, SCHEMES, [
    {
      ...schemeRow(id, scheme),
      name: scheme.name,
      scope: scheme.scope,
      createat: now,
      updateat: now,
      ...Object.fromEntries(roles.map(({column, name}) => [column, name])),
    },
  ]);
}

async function updateScheme({tx, now, announce}: Batch, id: string, scheme: Scheme): Promise<boolean> {
  const names = await tx.row<RowOf<typeof SCHEMES>>({
    text: 'select * from Schemes where Id = $1',
    values: [id],
  });
  const roles = rolesOf(scheme).flatMap(({field, role}) => {
    const name = names![COLUMNS[field]];
    return role && name ? [{...roleRow(role, name), schememanaged: undefined}] : [];
  });
  const changedRoles = await updateRows(tx, ROLES, roles, {merging: SET_UPDATE_AT, now});
  const changed = await updateRows(tx, SCHEMES, [schemeRow(id, scheme)], {merging: SET_UPDATE_AT, now});
  for (const {name} of changedRoles) announce.roles.add(name);
  if (changed.length > 0) announce.stale = true;
  return changed.length + changedRoles.length > 0;
}

function schemeRow(id: string, {display_name, description}: Scheme) {
  return {id, displayname: display_name, description};
}

function roleRow({display_name, description, permissions, scheme_managed}: Omit<Role, 'name'>, name: string) {
  return {
    name,
    displayname: display_name,
    description,
    permissions: permissions && [...new Set(permissions)].join(' '),
    schememanaged: scheme_managed,
  };
}

/** The guest role of a scheme that doesn't define one: the built-in permissions. */
function guestRole(field: RoleField): Omit<Role, 'name'> {
  const name = field === 'default_team_guest_role' ? 'team_guest' : 'channel_guest';
  const role = BUILT_IN_ROLES.find((builtIn) => builtIn.name === name)!;
  return {
    display_name: role.displayName,
    description: role.description,
    permissions: [...role.permissions],
    scheme_managed: true,
  };
}
