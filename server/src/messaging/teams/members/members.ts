import type {Static} from 'typebox';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {Channels} from '../../channels/channels.ts';
import {type Permissions, requireConsistentFlags, splitMemberRoles} from '../../permissions/permissions.ts';
import {userNotFound} from '../../users/users.ts';
import {presentTeamMember} from '../present.ts';
import type {TeamMember} from '../schema.ts';
import {selectTeamForUpdate, type TeamRow} from '../store.ts';
import {invalidTeam, notTeamMember, teamNotFound} from '../team-errors.ts';
import {
  countMembers,
  insertMember,
  isGuestWithoutChannels,
  type MemberChange,
  markMemberDeleted,
  selectMember,
  selectUserForJoin,
  type TeamMemberRow,
  updateMember,
} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    'team-member:joined': {teamId: string; userId: string; actorId: string};
    'team-member:left': {teamId: string; userId: string; actorId: string};
    /** The member's roles changed. */
    'team-member:changed': {member: Static<typeof TeamMember>};
  }
}

/** The prefix of the ids of errors about a member's roles. */
const ROLE_ERRORS = 'api.channel.update_team_member_roles';

/** Team memberships. */
export function createTeamMembers({
  database,
  events,
  config,
  permissions,
  channels,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  permissions: Permissions;
  channels: Channels;
}) {
  /**
   * Adds the user within a transaction that has locked the team. Returns a function to call after the commit, or
   * undefined if they are already a member.
   */
  async function insertMemberAndChannels(
    tx: Transaction,
    team: TeamRow,
    userId: string,
    {asAdmin, actorId, now}: {asAdmin: boolean; actorId: string; now: number},
  ): Promise<(() => void) | undefined> {
    const joined = await insertMember(tx, {teamId: team.id, userId, asAdmin, now});
    if (!joined) return undefined;
    const channelIds = joined.isguest
      ? []
      : await channels.joinDefaults(tx, {teamId: team.id, userId, asAdmin, now});
    const teamId = team.id;
    const publishChannels = await channels.recordJoined(
      tx,
      channelIds.map((channelId) => ({channelId, teamId, userId, actorId, withTeam: true})),
    );
    return () => {
      events.publish('team-standing:changed', {teamId, userId});
      events.publish('team-member:joined', {teamId, userId, actorId});
      publishChannels();
    };
  }

  /** @throws AppError 404 if the user is not in the team. */
  async function member(teamId: string, userId: string): Promise<TeamMemberRow> {
    const row = await selectMember(database, teamId, userId);
    if (!row) throw notTeamMember(teamId, userId);
    return row;
  }

  async function changeMember(teamId: string, userId: string, change: MemberChange): Promise<void> {
    if (!(await updateMember(database, teamId, userId, change))) throw notTeamMember(teamId, userId);
    events.publish('team-standing:changed', {teamId, userId});
    events.publish('team-member:changed', {member: presentTeamMember(await member(teamId, userId))});
  }

  async function requireMayBeMember(tx: Transaction, team: TeamRow, userId: string): Promise<void> {
    const user = await selectUserForJoin(tx, userId);
    if (!user) throw userNotFound(`id ${userId}`);
    if (!user.isbot && !user.isguest && !isAllowedDomain(user.email, team.alloweddomains)) {
      throw invalidTeam(
        'api.team.join_user_to_team.allowed_domains.app_error',
        `The team "${team.name}" only accepts members with an email address in ${team.alloweddomains}.`,
      );
    }
  }

  /** {@link addMembers} within a transaction. Call the returned function after the commit. */
  async function addMembersWithin(
    tx: Transaction,
    teamId: string,
    userIds: readonly string[],
    actorId: string,
  ): Promise<() => void> {
    const team = await selectTeamForUpdate(tx, teamId);
    if (!team) throw teamNotFound(teamId);
    if (team.deleteat > 0) throw archived(team);
    const now = Date.now();
    const admitted: (() => void)[] = [];
    for (const userId of [...userIds].sort()) {
      await requireMayBeMember(tx, team, userId);
      const publish = await insertMemberAndChannels(tx, team, userId, {asAdmin: false, actorId, now});
      if (publish) admitted.push(publish);
    }
    const {MaxUsersPerTeam} = config.get().TeamSettings;
    if (admitted.length > 0 && (await countMembers(tx, teamId)).active > MaxUsersPerTeam) {
      throw new AppError({
        id: 'app.team.join_user_to_team.max_accounts.app_error',
        message: `The team "${team.name}" has reached the maximum of ${MaxUsersPerTeam} members (TeamSettings.MaxUsersPerTeam).`,
        params: {name: team.name, limit: MaxUsersPerTeam},
        status: 400,
      });
    }
    return () => {
      for (const publish of admitted) publish();
    };
  }

  /**
   * Adds users to a team and its default channels, all or none. Guests of the server become guests of the team and join
   * no channels. Existing members are unchanged.
   *
   * @throws AppError 404 for an unknown team or user; 400 for an archived or full team, and for an email address
   *   outside the team's domains.
   */
  async function addMembers(
    teamId: string,
    userIds: readonly string[],
    actorId: string,
  ): Promise<TeamMemberRow[]> {
    const publish = await database.transaction((tx) => addMembersWithin(tx, teamId, userIds, actorId));
    publish();
    return Promise.all(userIds.map((userId) => member(teamId, userId)));
  }

  // Guests are in a team only for its channels, so they leave the team when they leave their last channel.
  async function removeGuestWithoutChannels(teamId: string, userId: string, actorId: string): Promise<void> {
    const removed = await database.transaction(async (tx) => {
      await selectTeamForUpdate(tx, teamId);
      return (
        (await isGuestWithoutChannels(tx, teamId, userId)) &&
        markMemberDeleted(tx, teamId, userId, Date.now())
      );
    });
    if (!removed) return;
    events.publish('team-standing:changed', {teamId, userId});
    events.publish('team-member:left', {teamId, userId, actorId});
  }

  events.untilDone(
    'channel-member:left',
    'guest-without-channels',
    async ({teamId, userId, actorId, withTeam}) => {
      if (!withTeam && teamId !== '') await removeGuestWithoutChannels(teamId, userId, actorId);
    },
  );

  return {
    member,
    insertMemberAndChannels,
    addMembers,

    /**
     * Adds a user within a transaction, such as the transaction that creates the account; see {@link addMembers}.
     * Call the returned function after the commit.
     */
    joinWithin: (tx: Transaction, teamId: string, userId: string) =>
      addMembersWithin(tx, teamId, [userId], userId),

    /** Adds one user; see {@link addMembers}. `actorId` is the user's own id when they join. */
    async addMember(teamId: string, userId: string, actorId: string): Promise<TeamMemberRow> {
      const [row] = await addMembers(teamId, [userId], actorId);
      return row!;
    },

    /**
     * Sets a member's roles by name. The standard team roles are stored as flags, other roles as names.
     *
     * @throws AppError 404 for a user who is not a member; 400 for a role that does not exist or is not allowed here,
     * and for turning a guest into a member or vice versa.
     */
    async setRoles(teamId: string, userId: string, roles: string): Promise<void> {
      const before = await member(teamId, userId);
      const names = roles.split(' ').filter(Boolean);
      const {schemeAdmin, schemeUser, schemeGuest, explicit} = splitMemberRoles({
        names,
        existing: await permissions.rolesByNames(names),
        flags: {
          admin: ['team_admin', before.adminrole ?? ''],
          user: ['team_user', before.userrole ?? ''],
          guest: ['team_guest', before.guestrole ?? ''],
        },
        wasGuest: before.schemeguest,
        idPrefix: ROLE_ERRORS,
      });
      await changeMember(teamId, userId, {
        roles: explicit,
        schemeadmin: schemeAdmin,
        schemeuser: schemeUser,
        schemeguest: schemeGuest,
      });
    },

    /**
     * Sets a member's role flags.
     *
     * @throws AppError 404 for a user who is not a member; 400 for turning a guest into a member or vice versa.
     */
    async setSchemeRoles(
      teamId: string,
      userId: string,
      flags: {schemeAdmin: boolean; schemeUser: boolean; schemeGuest: boolean},
    ): Promise<void> {
      const before = await member(teamId, userId);
      requireConsistentFlags(flags, before.schemeguest, ROLE_ERRORS);
      await changeMember(teamId, userId, {
        schemeadmin: flags.schemeAdmin,
        schemeuser: flags.schemeUser,
        schemeguest: flags.schemeGuest,
      });
    },

    /**
     * Removes a user from a team and all of its channels.
     *
     * @throws AppError 404 for a user who is not a member.
     */
    async removeMember(teamId: string, userId: string, actorId: string): Promise<void> {
      const publishLeft = await database.transaction(async (tx) => {
        if (!(await selectTeamForUpdate(tx, teamId))) throw teamNotFound(teamId);
        const now = Date.now();
        if (!(await markMemberDeleted(tx, teamId, userId, now))) throw notTeamMember(teamId, userId);
        const channelIds = await channels.leaveTeamChannels(tx, teamId, userId, now);
        return channels.recordLeft(
          tx,
          channelIds.map((channelId) => ({channelId, teamId, userId, actorId, withTeam: true})),
        );
      });
      events.publish('team-standing:changed', {teamId, userId});
      publishLeft();
      events.publish('team-member:left', {teamId, userId, actorId});
    },
  };
}

/** Whether an email address is in one of the domains; an empty list allows all. */
function isAllowedDomain(email: string, domains: string): boolean {
  const allowed = domains
    .toLowerCase()
    .split(/[\s,@]+/)
    .filter(Boolean);
  return allowed.length === 0 || allowed.some((domain) => email.toLowerCase().endsWith(`@${domain}`));
}

function archived({name}: TeamRow): AppError {
  return invalidTeam(
    'api.team.join_user_to_team.archived.app_error',
    `The team "${name}" is archived. Unarchive it before you add members.`,
  );
}
