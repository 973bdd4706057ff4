import type {Config} from '../../platform/config/config.ts';
import type {Actor, ChannelStanding, Permissions} from '../permissions/permissions.ts';
import {isGuest, type UserRow, type Users} from '../users/users.ts';

/** Why the server cannot act for a person now. */
export interface Obstacle {
  reason:
    | 'account-gone'
    | 'account-deactivated'
    | 'channel-gone'
    | 'channel-archived'
    | 'not-in-team'
    | 'not-in-channel'
    | 'cannot-post'
    | 'no-permission';
  /** The same as a sentence that names the person. */
  message: string;
}

export type OnBehalf = ReturnType<typeof createOnBehalf>;

/**
 * What the server may do for a person who has no session open for it: deliver a webhook, take a late response, send a
 * reminder. Such a person has the rights they have at this moment, and in private, direct and group channels only
 * those of a member, whatever their roles. See docs/authorization.md.
 *
 * Everything is read from caches that the event bus clears, so a check costs no query.
 */
export function createOnBehalf({
  users,
  permissions,
  config,
}: {
  users: Users;
  permissions: Permissions;
  config: Config;
}) {
  /** The account, if it is active. */
  async function activeAccount(userId: string): Promise<UserRow | Obstacle> {
    const user = await users.known(userId);
    if (!user) return {reason: 'account-gone', message: `There is no user ${userId}.`};
    if (user.deleteat > 0)
      return {reason: 'account-deactivated', message: `The account ${user.username} is deactivated.`};
    if (isGuest(user) && !config.get().GuestAccountsSettings.Enable) {
      return {
        reason: 'account-deactivated',
        message: `The account ${user.username} is a guest's, and guests are switched off (GuestAccountsSettings.Enable).`,
      };
    }
    return user;
  }

  /** Who they are in the channel, if they may see it. */
  async function standingIn(user: UserRow, channelId: string): Promise<ChannelStanding | Obstacle> {
    const standing = await permissions.channelStanding(user.id, channelId);
    if (!standing) return {reason: 'channel-gone', message: `There is no channel ${channelId}.`};
    if (standing.isMember) return standing;
    if (standing.type !== 'O') return notInChannel(user);
    return (await obstacleInTeam(user, standing.teamId)) ?? standing;
  }

  async function obstacleInTeam(user: UserRow, teamId: string): Promise<Obstacle | undefined> {
    if (await permissions.isTeamMember(user.id, teamId)) return undefined;
    if (await permissions.can(actorFor(user), 'manage_system')) return undefined;
    return {reason: 'not-in-team', message: `@${user.username} is not a member of the team.`};
  }

  return {
    activeAccount,

    /** Why a person cannot act in a team, as its member or as a system administrator; undefined if they can. */
    async obstacleInTeam(userId: string, teamId: string): Promise<Obstacle | undefined> {
      const user = await activeAccount(userId);
      return 'reason' in user ? user : obstacleInTeam(user, teamId);
    },

    /** Why a person does not have a system-wide permission; undefined if they have it. */
    async obstacleToUsing(userId: string, permission: string): Promise<Obstacle | undefined> {
      const user = await activeAccount(userId);
      if ('reason' in user) return user;
      if (await permissions.can(actorFor(user), permission)) return undefined;
      return {
        reason: 'no-permission',
        message: `@${user.username} does not have the permission ${permission}.`,
      };
    },

    /** Why a person cannot read a channel; undefined if they can. An archived channel can be read. */
    async obstacleToReading(userId: string, channelId: string): Promise<Obstacle | undefined> {
      const user = await activeAccount(userId);
      if ('reason' in user) return user;
      const standing = await standingIn(user, channelId);
      return 'reason' in standing ? standing : undefined;
    },

    /**
     * Why a person cannot post in a channel; undefined if they can.
     *
     * @param membership `required`, or `joinable` where a public channel that they could join is enough
     */
    async obstacleToPosting(
      userId: string,
      channelId: string,
      membership: 'required' | 'joinable',
    ): Promise<Obstacle | undefined> {
      const user = await activeAccount(userId);
      if ('reason' in user) return user;
      const standing = await standingIn(user, channelId);
      if ('reason' in standing) return standing;
      if (standing.deleteAt > 0) return {reason: 'channel-archived', message: 'The channel is archived.'};
      if (!standing.isMember && membership === 'required') return notInChannel(user);
      const actor = actorFor(user);
      if (await permissions.canPostInChannel(actor, channelId)) return undefined;
      if (!standing.isMember && (await permissions.canJoinAndPost(actor, channelId))) return undefined;
      return {reason: 'cannot-post', message: `@${user.username} is not allowed to post in the channel.`};
    },
  };
}

/** A person as someone who asks, with the roles that the account has now. */
export function actorFor(user: UserRow): Actor {
  return {userId: user.id, roles: user.roles.split(' ').filter(Boolean)};
}

function notInChannel({username}: UserRow): Obstacle {
  return {reason: 'not-in-channel', message: `@${username} is not a member of the channel.`};
}
