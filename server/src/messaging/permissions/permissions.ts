import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Database} from '../../platform/database/database.ts';
import {exchangeSystemValue} from '../../platform/database/system-values.ts';
import {AppError, forbidden, invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {BUILT_IN_ROLES, PERMISSIONS} from './built-in-roles.ts';
import {
  grantPermissions,
  insertMissingRoles,
  type RoleRow,
  selectChannelStanding,
  selectRole,
  selectRoles,
  selectRolesByNames,
  selectSystemRoles,
  selectTeamStanding,
  type TeamStandingRow,
  updateRolePermissions,
} from './store.ts';

export {ancillaryPermissions} from './ancillary-permissions.ts';
export {BUILT_IN_ROLES, PERMISSIONS} from './built-in-roles.ts';
export {CONSOLE_PERMISSIONS} from './console-permissions.ts';
export {requireConsistentFlags, splitMemberRoles} from './member-roles.ts';
export {insertSchemeRoles, markRolesDeleted, type RoleRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The permissions of a role or the roles of a scheme changed. */
    'role:changed': {roleName: string};
    /** A user joined or left a team, or their roles in it changed. Without a user: applies to all members. */
    'team-standing:changed': {teamId: string; userId?: string};
    /**
     * A user joined or left a channel, or their roles in it changed. Without a user: applies to all members, because
     * the channel's type, team or scheme changed, or it was archived.
     */
    'channel-standing:changed': {channelId: string; userId?: string};
  }
}

/** The user who performs an action: the fields of a session that permissions depend on. */
export interface Actor {
  userId: string;
  /** The system-wide roles of the account. */
  roles: readonly string[];
}

/** The team or channel of an action; undefined for the whole system. */
export type PermissionScope = {teamId: string} | {channelId: string} | undefined;

/** A user's membership and roles in a channel. */
export interface ChannelStanding {
  teamId: string;
  type: 'O' | 'P' | 'D' | 'G';
  /** In milliseconds; 0 if the channel is not archived. */
  deleteAt: number;
  isMember: boolean;
  isTeamMember: boolean;
  /** Names of the user's channel and team roles. */
  roles: readonly string[];
  /** Name of the role of a regular member of the channel, even if the user is not a member. */
  memberRole: string;
}

/** The role with all permissions. It cannot be changed, so that administrators cannot lock themselves out. */
export const ADMINISTRATOR = 'system_admin';

interface TeamStanding {
  isMember: boolean;
  roles: readonly string[];
}

export type Permissions = ReturnType<typeof createPermissions>;

/**
 * Roles, permissions and permission checks. An actor has a permission if one of their roles in the channel, its team or
 * the system has it (docs/specification.md#roles-and-permissions).
 */
export function createPermissions({database, events}: {database: Database; events: EventBus}) {
  const roles = createBoundedCache<string, {row: RoleRow; permissions: ReadonlySet<string>}>(10_000);
  const channelStandings = createBoundedCache<string, ChannelStanding>(50_000);
  const teamStandings = createBoundedCache<string, TeamStanding>(50_000);
  // Detects changes while a value is being loaded. Such a value may be outdated, so it is used for the current call but
  // not cached.
  let changes = 0;
  let roleChanges = 0;

  events.onEveryNode('caches:stale', () => {
    changes++;
    roleChanges++;
    roles.clear();
    channelStandings.clear();
    teamStandings.clear();
  });
  events.onEveryNode('role:changed', ({roleName}) => {
    roleChanges++;
    roles.delete(roleName);
  });
  events.onEveryNode('team-standing:changed', ({teamId, userId}) => {
    changes++;
    if (userId === undefined) teamStandings.clear();
    else teamStandings.delete(`${teamId} ${userId}`);
    // A channel standing includes team roles, and this cache doesn't know which channels belong to the team.
    for (const [key, standing] of channelStandings.entries()) {
      if (standing.teamId === teamId && (userId === undefined || key.endsWith(userId)))
        channelStandings.delete(key);
    }
  });
  events.onEveryNode('channel-standing:changed', ({channelId, userId}) => {
    changes++;
    if (userId !== undefined) {
      channelStandings.delete(`${channelId} ${userId}`);
      return;
    }
    for (const key of channelStandings.keys()) if (key.startsWith(channelId)) channelStandings.delete(key);
  });

  async function readRoles(names: readonly string[]): Promise<RoleRow[]> {
    for (;;) {
      const seen = roleChanges;
      const rows = await selectRolesByNames(database, names);
      if (roleChanges === seen) return rows;
    }
  }

  async function rolesByNames(names: readonly string[]): Promise<RoleRow[]> {
    const missing = names.filter((name) => !roles.has(name));
    if (missing.length > 0) {
      for (const row of await readRoles(missing)) {
        roles.set(row.name, {row, permissions: new Set(row.permissions.split(' '))});
      }
    }
    return names.flatMap((name) => roles.get(name)?.row ?? []);
  }

  async function anyRoleGrants(names: readonly string[], permission: string): Promise<boolean> {
    let loadTime = false;
    for (const name of names) {
      const role = roles.get(name);
      if (role === undefined) loadTime = true;
      else if (role.row.deleteat === 0 && role.permissions.has(permission)) return true;
    }
    if (!loadTime) return false;
    await rolesByNames(names);
    return names.some((name) => {
      const role = roles.get(name);
      return role !== undefined && role.row.deleteat === 0 && role.permissions.has(permission);
    });
  }

  async function teamStanding(userId: string, teamId: string): Promise<TeamStanding> {
    const key = `${teamId} ${userId}`;
    const cached = teamStandings.get(key);
    if (cached) return cached;
    const seen = changes;
    const row = await selectTeamStanding(database, teamId, userId);
    const standing = {isMember: row != null && row.teamroles !== null, roles: row ? teamRoleNames(row) : []};
    if (changes === seen) teamStandings.set(key, standing);
    return standing;
  }

  /** A user's standing in a channel, or undefined if there is no such channel. Cached. */
  async function channelStanding(userId: string, channelId: string): Promise<ChannelStanding | undefined> {
    const key = `${channelId} ${userId}`;
    const cached = channelStandings.get(key);
    if (cached) return cached;
    const seen = changes;
    const row = await selectChannelStanding(database, channelId, userId);
    if (!row) return undefined;
    const standing: ChannelStanding = {
      teamId: row.teamid,
      type: row.type,
      deleteAt: row.deleteat,
      isMember: row.channelroles !== null,
      isTeamMember: row.teamroles !== null,
      roles: [
        ...explicitRoles(row.channelroles),
        ...(row.channeladmin ? [row.channeladminrole || 'channel_admin'] : []),
        ...(row.channeluser ? [row.channeluserrole || 'channel_user'] : []),
        ...(row.channelguest ? [row.channelguestrole || 'channel_guest'] : []),
        ...teamRoleNames(row),
      ],
      memberRole: row.channeluserrole || 'channel_user',
    };
    if (changes === seen) channelStandings.set(key, standing);
    return standing;
  }

  /**
   * Whether the actor has the permission in the scope. If the team or channel doesn't exist, only system roles count.
   */
  async function can(actor: Actor, permission: string, where?: PermissionScope): Promise<boolean> {
    if (await anyRoleGrants(actor.roles, permission)) return true;
    if (where === undefined) return false;
    if ('teamId' in where) {
      return anyRoleGrants((await teamStanding(actor.userId, where.teamId)).roles, permission);
    }
    const standing = await channelStanding(actor.userId, where.channelId);
    return standing !== undefined && anyRoleGrants(standing.roles, permission);
  }

  /** Whether the actor may read the channel: as a member, or as a member of the team if it is public. */
  async function canReadChannel(actor: Actor, channelId: string): Promise<boolean> {
    if (await can(actor, 'read_channel', {channelId})) return true;
    const standing = await channelStanding(actor.userId, channelId);
    return standing?.type === 'O' && can(actor, 'read_public_channel', {teamId: standing.teamId});
  }

  /** Whether the actor may post in the channel: as a member, or with a permission to post in all public channels. */
  async function canPostInChannel(actor: Actor, channelId: string): Promise<boolean> {
    if (await can(actor, 'create_post', {channelId})) return true;
    const standing = await channelStanding(actor.userId, channelId);
    return standing?.type === 'O' && can(actor, 'create_post_public', {teamId: standing.teamId});
  }

  return {
    can,
    channelStanding,
    canReadChannel,
    canPostInChannel,

    /** Whether the actor may join a public channel and then post there. */
    async canJoinAndPost(actor: Actor, channelId: string): Promise<boolean> {
      const standing = await channelStanding(actor.userId, channelId);
      if (standing?.type !== 'O') return false;
      if (!(await can(actor, 'join_public_channels', {teamId: standing.teamId}))) return false;
      return anyRoleGrants([standing.memberRole], 'create_post');
    },

    /** Whether the user is a member of the team. Cached. */
    async isTeamMember(userId: string, teamId: string): Promise<boolean> {
      return (await teamStanding(userId, teamId)).isMember;
    },

    /** @throws AppError 403 unless the actor has the permission in the scope. */
    async require(actor: Actor, permission: string, where?: PermissionScope): Promise<void> {
      if (!(await can(actor, permission, where)))
        throw forbidden(missingPermission(actor, permission, where));
    },

    /** @throws AppError 403 unless the actor may read the channel. */
    async requireChannelRead(actor: Actor, channelId: string): Promise<void> {
      if (!(await canReadChannel(actor, channelId)))
        throw forbidden(missingPermission(actor, 'read_channel', {channelId}));
    },

    /** @throws AppError 403 unless the actor may post in the channel; see {@link canPostInChannel}. */
    async requireChannelPost(actor: Actor, channelId: string): Promise<void> {
      if (!(await canPostInChannel(actor, channelId)))
        throw forbidden(missingPermission(actor, 'create_post', {channelId}));
    },

    /** @throws AppError 403 unless the actor is this user or has the permission. */
    async requireSelfOr(actor: Actor, userId: string, permission: string): Promise<void> {
      if (actor.userId !== userId && !(await can(actor, permission))) {
        throw forbidden(missingPermission(actor, permission));
      }
    },

    /**
     * @throws AppError 403 unless the actor is this user, or may edit other users. Only system administrators may edit
     *   the account of a system administrator, as in `requireMayEdit` (messaging/users).
     */
    async requireSelfOrEditor(actor: Actor, userId: string): Promise<void> {
      if (actor.userId === userId || (await can(actor, 'manage_system'))) return;
      const mayEdit =
        (await can(actor, 'edit_other_users')) &&
        !(await selectSystemRoles(database, userId)).includes(ADMINISTRATOR);
      if (!mayEdit) throw forbidden(missingPermission(actor, 'edit_other_users'));
    },

    /**
     * Adds missing built-in roles, and the roles and permissions that are new in this version. Permissions that an
     * administrator removed are not added again.
     */
    ensureBuiltInRoles: () =>
      database.transaction(async (tx) => {
        const now = Date.now();
        const shipped = Object.fromEntries(BUILT_IN_ROLES.map((role) => [role.name, role.permissions]));
        // Locks the stored list of shipped permissions until the end of the transaction.
        const kept = await exchangeSystemValue(tx, 'ShippedPermissions', JSON.stringify(shipped));
        const before: Partial<Record<string, readonly string[]>> = JSON.parse(kept);
        await insertMissingRoles(tx, BUILT_IN_ROLES, ADMINISTRATOR, now);
        for (const {name, permissions: current} of BUILT_IN_ROLES) {
          const previous = before[name] ?? current;
          const added = current.filter((permission) => !previous.includes(permission));
          if (added.length > 0) await grantPermissions(tx, {like: name, permissions: added, now});
        }
      }),

    /** The existing roles with these names. */
    rolesByNames: async (names: readonly string[]) => rolesByNames([...new Set(names)]),

    allRoles: () => selectRoles(database),

    /** @throws AppError 404 if the role doesn't exist. */
    async role(id: string): Promise<RoleRow> {
      const row = await selectRole(database, id);
      if (!row) throw roleNotFound(`id ${id}`);
      return row;
    },

    /** @throws AppError 404 if the role doesn't exist. */
    async roleByName(name: string): Promise<RoleRow> {
      const [row] = await rolesByNames([name]);
      if (!row) throw roleNotFound(`name ${name}`);
      return row;
    },

    /**
     * Sets the permissions of a role.
     *
     * @throws AppError 400 for a permission that does not exist and for the administrators' role, 404 if the role
     * doesn't exist.
     */
    async changeRole(id: string, permissions: readonly string[]): Promise<RoleRow> {
      const unknown = permissions.find((permission) => !PERMISSIONS.has(permission));
      if (unknown !== undefined)
        throw invalidBodyParam('permissions', `There is no permission "${unknown}".`);
      if ((await selectRole(database, id))?.name === ADMINISTRATOR) throw cannotChangeAdministratorRole();
      const row = await updateRolePermissions(database, id, [...new Set(permissions)], Date.now());
      if (!row) throw roleNotFound(`id ${id}`);
      events.publish('role:changed', {roleName: row.name});
      return row;
    },
  };
}

function explicitRoles(roles: string | null): string[] {
  return roles ? roles.split(' ').filter(Boolean) : [];
}

function teamRoleNames(row: TeamStandingRow): string[] {
  return [
    ...explicitRoles(row.teamroles),
    ...(row.teamadmin ? [row.teamadminrole || 'team_admin'] : []),
    ...(row.teamuser ? [row.teamuserrole || 'team_user'] : []),
    ...(row.teamguest ? [row.teamguestrole || 'team_guest'] : []),
  ];
}

function missingPermission(actor: Actor, permission: string, where?: PermissionScope): string {
  return `userId=${actor.userId}, permission=${permission}, where=${where ? JSON.stringify(where) : 'system'}`;
}

function cannotChangeAdministratorRole(): AppError {
  return new AppError({
    id: 'api.roles.patch_roles.administrator.app_error',
    message: `The role ${ADMINISTRATOR} has all permissions and cannot be changed.`,
    status: 400,
  });
}

function roleNotFound(which: string): AppError {
  return new AppError({
    id: 'app.role.get.app_error',
    message: "This role doesn't exist.",
    explanation: `There is no role with the ${which}.`,
    status: 404,
  });
}
