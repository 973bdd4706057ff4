import type {Static} from 'typebox';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../../platform/logging/logger.ts';
import type {Channels} from '../../channels/channels.ts';
import {type Permissions, requireConsistentFlags, splitMemberRoles} from '../../permissions/permissions.ts';
import {presentTeamMember} from '../present.ts';
import type {TeamMember} from '../schema.ts';
import {selectTeamForUpdate, type TeamRow} from '../store.ts';
import {notTeamMember, teamNotFound, teamRuleBroken} from '../team-errors.ts';
import {
  countMembers,
  insertMember,
  isGuestWithoutChannels,
  type MemberChange,
  markMemberGone,
  selectMember,
  selectUserForJoin,
  type TeamMemberRow,
  updateMember,
} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    'team-member:joined': {teamId: string; userId: string; actorId: string};
    'team-member:left': {teamId: string; userId: string; actorId: string};
    /** Roles of the member have changed. */
    'team-member:changed': {member: Static<typeof TeamMember>};
  }
}

/** How the ids of errors about a member's roles begin. */
const ROLE_ERRORS = 'api.channel.update_team_member_roles';

/** A user who has just joined a team, and the channels that came with it. */
export interface Arrival {
  teamId: string;
  userId: string;
  channelIds: readonly string[];
}

/** Who is in which team. */
export function createTeamMembers({
  database,
  events,
  log,
  config,
  permissions,
  channels,
}: {
  database: Database;
  events: EventBus;
  log: Logger;
  config: Config;
  permissions: Permissions;
  channels: Channels;
}) {
  /** Within a transaction that holds the team: makes the user a member. Undefined for who is one already. */
  async function admit(
    tx: Transaction,
    team: TeamRow,
    userId: string,
    {asAdmin, now}: {asAdmin: boolean; now: number},
  ): Promise<Arrival | undefined> {
    const joined = await insertMember(tx, {teamId: team.id, userId, asAdmin, now});
    if (!joined) return undefined;
    const channelIds = joined.isguest
      ? []
      : await channels.joinDefaults(tx, {teamId: team.id, userId, asAdmin, now});
    return {teamId: team.id, userId, channelIds};
  }

  function publishArrival({teamId, userId, channelIds}: Arrival, actorId: string): void {
    events.publish('team-standing:changed', {teamId, userId});
    events.publish('team-member:joined', {teamId, userId, actorId});
    for (const channelId of channelIds) channels.publishJoined({channelId, teamId, userId}, actorId, true);
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
    if (!user) throw userMissing(userId);
    if (!user.isbot && !user.isguest && !isAllowedDomain(user.email, team.alloweddomains)) {
      throw teamRuleBroken(
        'api.team.join_user_to_team.allowed_domains.app_error',
        `The team "${team.name}" takes members with an email address in ${team.alloweddomains} only.`,
      );
    }
  }

  /** As {@link addMembers}, as part of a transaction; to be announced once that has committed. */
  async function addMembersWithin(
    tx: Transaction,
    teamId: string,
    userIds: readonly string[],
  ): Promise<Arrival[]> {
    const team = await selectTeamForUpdate(tx, teamId);
    if (!team) throw teamNotFound(teamId);
    if (team.deleteat > 0) throw archived(team);
    const now = Date.now();
    const admitted: Arrival[] = [];
    for (const userId of [...userIds].sort()) {
      await requireMayBeMember(tx, team, userId);
      const arrival = await admit(tx, team, userId, {asAdmin: false, now});
      if (arrival) admitted.push(arrival);
    }
    const {MaxUsersPerTeam} = config.get().TeamSettings;
    if (admitted.length > 0 && (await countMembers(tx, teamId)).active > MaxUsersPerTeam) {
      throw teamRuleBroken(
        'app.team.join_user_to_team.max_accounts.app_error',
        `The team "${team.name}" has as many members as are allowed: ${MaxUsersPerTeam} (TeamSettings.MaxUsersPerTeam).`,
      );
    }
    return admitted;
  }

  /**
   * Makes users members of a team and of its default channels, all or none; guests become guests, and join no
   * channel. Who is in it already stays as is.
   *
   * @throws AppError 404 for an unknown team or user; 400 for an archived or full team, and for an email address
   *   outside the team's domains.
   */
  async function addMembers(
    teamId: string,
    userIds: readonly string[],
    actorId: string,
  ): Promise<TeamMemberRow[]> {
    const arrivals = await database.transaction((tx) => addMembersWithin(tx, teamId, userIds));
    for (const arrival of arrivals) publishArrival(arrival, actorId);
    return Promise.all(userIds.map((userId) => member(teamId, userId)));
  }

  // A guest is in a team for the sake of its channels: who has left the last of them has left the team.
  async function dismissIdleGuest(teamId: string, userId: string, actorId: string): Promise<void> {
    const gone = await database.transaction(async (tx) => {
      await selectTeamForUpdate(tx, teamId);
      return (
        (await isGuestWithoutChannels(tx, teamId, userId)) && markMemberGone(tx, teamId, userId, Date.now())
      );
    });
    if (!gone) return;
    events.publish('team-standing:changed', {teamId, userId});
    events.publish('team-member:left', {teamId, userId, actorId});
  }

  events.subscribe('channel-member:left', ({teamId, userId, actorId, withTeam}) => {
    if (withTeam || teamId === '') return;
    dismissIdleGuest(teamId, userId, actorId).catch((error) =>
      log.error({err: error, teamId, userId}, 'could not take a guest without channels out of the team'),
    );
  });

  return {
    member,
    admit,
    publishArrival,
    addMembers,

    /**
     * Lets a user join as part of a transaction, such as the one that makes the account; see {@link addMembers}. Call
     * the function that it returns once that has committed.
     */
    async joinWithin(tx: Transaction, teamId: string, userId: string): Promise<() => void> {
      const arrivals = await addMembersWithin(tx, teamId, [userId]);
      return () => {
        for (const arrival of arrivals) publishArrival(arrival, userId);
      };
    },

    /** Adds one user; see {@link addMembers}. `actorId` is the user's own for who joins. */
    async addMember(teamId: string, userId: string, actorId: string): Promise<TeamMemberRow> {
      const [row] = await addMembers(teamId, [userId], actorId);
      return row!;
    },

    /**
     * Gives a member roles by name: those that every team has become flags, the others stay names.
     *
     * @throws AppError 404 for who is no member; 400 for a role that does not exist or cannot be given here, and for
     *   making a guest a member or a member a guest.
     */
    async setRoles(teamId: string, userId: string, roles: string): Promise<void> {
      const before = await member(teamId, userId);
      const names = roles.split(' ').filter(Boolean);
      const {schemeAdmin, schemeUser, schemeGuest, explicit} = splitMemberRoles({
        names,
        known: await permissions.rolesByNames(names),
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
     * Sets a member's flags.
     *
     * @throws AppError 404 for who is no member; 400 for making a guest a member or a member a guest.
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
     * Takes a user out of a team and out of all its channels.
     *
     * @throws AppError 404 for who is no member.
     */
    async removeMember(teamId: string, userId: string, actorId: string): Promise<void> {
      const channelIds = await database.transaction(async (tx) => {
        if (!(await selectTeamForUpdate(tx, teamId))) throw teamNotFound(teamId);
        const now = Date.now();
        if (!(await markMemberGone(tx, teamId, userId, now))) throw notTeamMember(teamId, userId);
        return channels.leaveTeamChannels(tx, teamId, userId, now);
      });
      events.publish('team-standing:changed', {teamId, userId});
      for (const channelId of channelIds) channels.publishLeft({channelId, teamId, userId}, actorId, true);
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
  return teamRuleBroken(
    'api.team.join_user_to_team.archived.app_error',
    `The team "${name}" is archived. Restore it before you add members.`,
  );
}

function userMissing(userId: string): AppError {
  return new AppError({
    id: 'app.user.missing_account.const',
    message: `There is no user with the id ${userId}.`,
    status: 404,
  });
}
