import {newId} from '../../platform/database/ids.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {ROLES} from '../tables/tables.ts';
import type {BuiltInRole} from './built-in-roles.ts';

export interface RoleRow extends RowOf<typeof ROLES> {}

/**
 * Inserts missing built-in roles. Existing ones keep the administrators' changes, except the roles in `complete`, which
 * get the permissions of the new version.
 */
export async function insertMissingRoles(
  db: Queryable,
  roles: readonly BuiltInRole[],
  complete: string,
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      insert into Roles (Id, Name, DisplayName, Description, CreateAt, UpdateAt, Permissions, SchemeManaged, BuiltIn)
      select id, name, displayname, description, $7, $7, permissions, schememanaged, true
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[])
        as new (id, name, displayname, description, permissions, schememanaged)
      on conflict (Name) do update set Permissions = excluded.Permissions, UpdateAt = excluded.UpdateAt
        where Roles.Name = $8 and Roles.Permissions <> excluded.Permissions`,
    values: [
      roles.map(() => newId()),
      roles.map((role) => role.name),
      roles.map((role) => role.displayName),
      roles.map((role) => role.description),
      roles.map((role) => role.permissions.join(' ')),
      roles.map((role) => role.schemeManaged),
      now,
      complete,
    ],
  });
}

/** Adds permissions to a built-in role and to the scheme roles derived from it. */
export async function grantPermissions(
  db: Queryable,
  {like, permissions, now}: {like: string; permissions: readonly string[]; now: number},
): Promise<void> {
  await db.execute({
    text: `
      update Roles r set UpdateAt = $3, Permissions = concat_ws(' ', nullif(r.Permissions, ''), (
        select string_agg(permission, ' ' order by place) from unnest($2::text[]) with ordinality as new (permission, place)
        where permission <> all(string_to_array(r.Permissions, ' '))))
      where r.DeleteAt = 0 and not $2::text[] <@ string_to_array(r.Permissions, ' ')
        and (r.Name = $1 or exists (
          select from Schemes s where s.DeleteAt = 0 and r.Name = case $1
            when 'team_admin' then s.DefaultTeamAdminRole
            when 'team_user' then s.DefaultTeamUserRole
            when 'team_guest' then s.DefaultTeamGuestRole
            when 'channel_admin' then s.DefaultChannelAdminRole
            when 'channel_user' then s.DefaultChannelUserRole
            when 'channel_guest' then s.DefaultChannelGuestRole end))`,
    values: [like, permissions, now],
  });
}

/** A role of a scheme, created as a copy of a built-in role. */
export interface SchemeRole {
  id: string;
  name: string;
  displayName: string;
  /** The built-in role whose current permissions are copied. */
  like: string;
}

/** Inserts roles of a scheme. */
export async function insertSchemeRoles(
  db: Queryable,
  roles: readonly SchemeRole[],
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      insert into Roles (Id, Name, DisplayName, CreateAt, UpdateAt, Permissions, SchemeManaged)
      select new.id, new.name, new.displayname, $5, $5, model.Permissions, true
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (id, name, displayname, model)
        join Roles model on model.Name = new.model`,
    values: [
      roles.map((role) => role.id),
      roles.map((role) => role.name),
      roles.map((role) => role.displayName),
      roles.map((role) => role.like),
      now,
    ],
  });
}

/** Marks the roles of a scheme as deleted. */
export async function markRolesDeleted(db: Queryable, names: readonly string[], now: number): Promise<void> {
  await db.execute({
    text: 'update Roles set DeleteAt = $2, UpdateAt = $2 where Name = any($1)',
    values: [names, now],
  });
}

export function selectRolesByNames(db: Queryable, names: readonly string[]): Promise<RoleRow[]> {
  return db.rows<RoleRow>({
    name: 'roles-by-names',
    text: 'select * from Roles where Name = any($1) order by Name',
    values: [names],
  });
}

export function selectRoles(db: Queryable): Promise<RoleRow[]> {
  return db.rows<RoleRow>({text: 'select * from Roles where DeleteAt = 0 order by Name'});
}

export function selectRole(db: Queryable, id: string): Promise<RoleRow | undefined> {
  return db.row<RoleRow>({text: 'select * from Roles where Id = $1', values: [id]});
}

/** The names of an account's system roles; none for an unknown account. */
export async function selectSystemRoles(db: Queryable, userId: string): Promise<string[]> {
  const row = await db.row<{roles: string}>({
    text: 'select Roles from Users where Id = $1',
    values: [userId],
  });
  return row ? row.roles.split(' ') : [];
}

export async function updateRolePermissions(
  db: Queryable,
  id: string,
  permissions: readonly string[],
  now: number,
): Promise<RoleRow | undefined> {
  return db.row<RoleRow>({
    text: 'update Roles set Permissions = $2, UpdateAt = $3 where Id = $1 returning *',
    values: [id, permissions.join(' '), now],
  });
}

/** The data that determines a user's roles in a channel. */
export interface ChannelStandingRow {
  teamid: string;
  type: 'O' | 'P' | 'D' | 'G';
  deleteat: number;
  /** Null if the user is not a member. */
  channelroles: string | null;
  channeluser: boolean | null;
  channeladmin: boolean | null;
  channelguest: boolean | null;
  teamroles: string | null;
  teamuser: boolean | null;
  teamadmin: boolean | null;
  teamguest: boolean | null;
  channeladminrole: string | null;
  channeluserrole: string | null;
  channelguestrole: string | null;
  teamadminrole: string | null;
  teamuserrole: string | null;
  teamguestrole: string | null;
}

// Roles come from the channel's scheme, else from the team's scheme, else from the built-in roles.
export function selectChannelStanding(
  db: Queryable,
  channelId: string,
  userId: string,
): Promise<ChannelStandingRow | undefined> {
  return db.row<ChannelStandingRow>({
    name: 'permissions-channel-standing',
    text: `
      select c.TeamId, c.Type, c.DeleteAt,
        cm.Roles as channelroles, cm.SchemeUser as channeluser, cm.SchemeAdmin as channeladmin,
        cm.SchemeGuest as channelguest,
        tm.Roles as teamroles, tm.SchemeUser as teamuser, tm.SchemeAdmin as teamadmin, tm.SchemeGuest as teamguest,
        coalesce(cs.DefaultChannelAdminRole, ts.DefaultChannelAdminRole) as channeladminrole,
        coalesce(cs.DefaultChannelUserRole, ts.DefaultChannelUserRole) as channeluserrole,
        coalesce(cs.DefaultChannelGuestRole, ts.DefaultChannelGuestRole) as channelguestrole,
        ts.DefaultTeamAdminRole as teamadminrole, ts.DefaultTeamUserRole as teamuserrole,
        ts.DefaultTeamGuestRole as teamguestrole
      from Channels c
        left join ChannelMembers cm on cm.ChannelId = c.Id and cm.UserId = $2
        left join TeamMembers tm on tm.TeamId = c.TeamId and tm.UserId = $2 and tm.DeleteAt = 0
        left join Teams t on t.Id = c.TeamId
        left join Schemes cs on cs.Id = c.SchemeId and cs.DeleteAt = 0
        left join Schemes ts on ts.Id = t.SchemeId and ts.DeleteAt = 0
      where c.Id = $1`,
    values: [channelId, userId],
  });
}

export interface TeamStandingRow {
  teamroles: string | null;
  teamuser: boolean | null;
  teamadmin: boolean | null;
  teamguest: boolean | null;
  teamadminrole: string | null;
  teamuserrole: string | null;
  teamguestrole: string | null;
}

export function selectTeamStanding(
  db: Queryable,
  teamId: string,
  userId: string,
): Promise<TeamStandingRow | undefined> {
  return db.row<TeamStandingRow>({
    name: 'permissions-team-standing',
    text: `
      select tm.Roles as teamroles, tm.SchemeUser as teamuser, tm.SchemeAdmin as teamadmin, tm.SchemeGuest as teamguest,
        s.DefaultTeamAdminRole as teamadminrole, s.DefaultTeamUserRole as teamuserrole,
        s.DefaultTeamGuestRole as teamguestrole
      from Teams t
        left join TeamMembers tm on tm.TeamId = t.Id and tm.UserId = $2 and tm.DeleteAt = 0
        left join Schemes s on s.Id = t.SchemeId and s.DeleteAt = 0
      where t.Id = $1`,
    values: [teamId, userId],
  });
}
