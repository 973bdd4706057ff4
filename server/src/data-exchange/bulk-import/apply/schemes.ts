import {BUILT_IN_ROLES} from '../../../messaging/permissions/permissions.ts';
import {newId} from '../../../platform/ids/ids.ts';
import type {Role, Scheme} from '../format/objects.ts';
import {rolesOf} from '../references/references.ts';
import type {Batch} from './batch.ts';
import {changeRows, insertRows, type Table} from './rows.ts';

const text = {type: 'text'};
const bigint = {type: 'bigint'};

const ROLES: Table = {
  name: 'Roles',
  key: ['Name'],
  touched: 'UpdateAt',
  columns: {
    Id: text,
    Name: text,
    DisplayName: {type: 'text', default: ''},
    Description: {type: 'text', default: ''},
    Permissions: {type: 'text', default: ''},
    SchemeManaged: {type: 'boolean', default: false},
    CreateAt: bigint,
    UpdateAt: bigint,
  },
};

const SCHEMES: Table = {
  name: 'Schemes',
  key: ['Id'],
  touched: 'UpdateAt',
  columns: {
    Id: text,
    Name: text,
    DisplayName: {type: 'text', default: ''},
    Description: {type: 'text', default: ''},
    Scope: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    DefaultTeamAdminRole: {type: 'text', default: ''},
    DefaultTeamUserRole: {type: 'text', default: ''},
    DefaultTeamGuestRole: {type: 'text', default: ''},
    DefaultChannelAdminRole: {type: 'text', default: ''},
    DefaultChannelUserRole: {type: 'text', default: ''},
    DefaultChannelGuestRole: {type: 'text', default: ''},
  },
};

type RoleField = ReturnType<typeof rolesOf>[number]['field'];

const COLUMNS: Record<RoleField, string> = {
  default_team_admin_role: 'DefaultTeamAdminRole',
  default_team_user_role: 'DefaultTeamUserRole',
  default_team_guest_role: 'DefaultTeamGuestRole',
  default_channel_admin_role: 'DefaultChannelAdminRole',
  default_channel_user_role: 'DefaultChannelUserRole',
  default_channel_guest_role: 'DefaultChannelGuestRole',
};

/** Writes roles of the system. */
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
    fresh.map((role) => ({...roleRow(role, role.name), Id: newId(), CreateAt: now, UpdateAt: now})),
  );
  const old = roles.filter(({name}) => storedNames.has(name));
  const changed = await changeRows<{name: string}>(
    tx,
    ROLES,
    old.map((role) => roleRow(role, role.name)),
    now,
  );
  for (const {name} of [...fresh, ...changed]) announce.roles.add(name);
  batch.count('role', 'created', fresh.length);
  batch.count('role', 'updated', changed.length);
  batch.count('role', 'unchanged', old.length - changed.length);
}

/**
 * Writes schemes. A scheme's roles bear generated names; those that the file gives them are labels (reference facts on
 * import, section 1).
 */
export async function writeSchemes(batch: Batch, schemes: readonly Scheme[]): Promise<void> {
  for (const scheme of schemes) {
    const entry = batch.directory.scheme(scheme.name)!;
    if (entry.stored) {
      const changed = await updateScheme(batch, entry.id, scheme);
      batch.count('scheme', changed ? 'updated' : 'unchanged');
    } else {
      await createScheme(batch, entry.id, scheme);
      batch.stores(entry);
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
      SchemeManaged: true,
      Id: newId(),
      CreateAt: now,
      UpdateAt: now,
    })),
  );
  await insertRows(tx, SCHEMES, [
    {
      ...schemeRow(id, scheme),
      Name: scheme.name,
      Scope: scheme.scope,
      CreateAt: now,
      UpdateAt: now,
      ...Object.fromEntries(roles.map(({column, name}) => [column, name])),
    },
  ]);
}

async function updateScheme({tx, now, announce}: Batch, id: string, scheme: Scheme): Promise<boolean> {
  const names = await tx.row<Record<string, string>>({
    text: 'select * from Schemes where Id = $1',
    values: [id],
  });
  const roles = rolesOf(scheme).flatMap(({field, role}) => {
    const name = names![COLUMNS[field].toLowerCase()];
    return role && name ? [{...roleRow(role, name), SchemeManaged: undefined}] : [];
  });
  const changedRoles = await changeRows<{name: string}>(tx, ROLES, roles, now);
  const changed = await changeRows(tx, SCHEMES, [schemeRow(id, scheme)], now);
  for (const {name} of changedRoles) announce.roles.add(name);
  if (changed.length > 0) announce.stale = true;
  return changed.length + changedRoles.length > 0;
}

function schemeRow(id: string, {display_name, description}: Scheme) {
  return {Id: id, DisplayName: display_name, Description: description};
}

function roleRow({display_name, description, permissions, scheme_managed}: Omit<Role, 'name'>, name: string) {
  return {
    Name: name,
    DisplayName: display_name,
    Description: description,
    Permissions: permissions && [...new Set(permissions)].join(' '),
    SchemeManaged: scheme_managed,
  };
}

/** A scheme that says nothing of guests leaves them what they may do anyway. */
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
