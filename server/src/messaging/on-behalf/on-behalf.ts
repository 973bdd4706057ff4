import type {Config} from '../../platform/config/config.ts';
import type {Actor, ChannelStanding, Permissions} from '../permissions/permissions.ts';
import {isGuest, type UserRow, type Users} from '../users/users.ts';

/** Why the server cannot act for a user now. */
export interface Denial {
  reason:
    | 'account-gone'
    | 'account-deactivated'
    | 'channel-gone'
    | 'channel-archived'
    | 'not-in-team'
    | 'not-in-channel'
    | 'cannot-post'
    | 'no-permission';
  /** A sentence that states the reason and names the user. */
  message: string;
}

export type OnBehalf = ReturnType<typeof createOnBehalf>;

/**
 * Checks what the server may do for a user without a session: deliver a webhook, accept a delayed response, send a
 * reminder. The user's current permissions apply, but in private, direct and group channels only those of a member,
 * regardless of their roles (docs/authorization.md). All data comes from caches that the event bus clears, so a check
 * costs no query.
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
  /** The account if it is active, otherwise the reason why not. */
  async function activeAccount(userId: string): Promise<UserRow | Denial> {
    const user = await users.byIdCached(userId);
    if (!user) return {reason: 'account-gone', message: 'The account no longer exists.'};
    if (user.deleteat > 0)
      return {reason: 'account-deactivated', message: `The account ${user.username} is deactivated.`};
    if (isGuest(user) && !config.get().GuestAccountsSettings.Enable) {
      return {
        reason: 'account-deactivated',
        message: `The account ${user.username} is a guest, and guest accounts are disabled (GuestAccountsSettings.Enable).`,
      };
    }
    return user;
  }

  /** The user's roles and membership in the channel if they can see it, otherwise the reason why not. */
  async function findStanding(user: UserRow, channelId: string): Promise<ChannelStanding | Denial> {
    const standing = await permissions.channelStanding(user.id, channelId);
    if (!standing) return {reason: 'channel-gone', message: 'The channel no longer exists.'};
    if (standing.isMember) return standing;
    if (standing.type !== 'O') return notInChannel(user);
    return (await teamDenial(user, standing.teamId)) ?? standing;
  }

  async function teamDenial(user: UserRow, teamId: string): Promise<Denial | undefined> {
    if (await permissions.isTeamMember(user.id, teamId)) return undefined;
    if (await permissions.can(actorFor(user), 'manage_system')) return undefined;
    return {reason: 'not-in-team', message: `@${user.username} is not a member of the team.`};
  }

  return {
    activeAccount,

    /** Why a user cannot act in a team, as a member or a system administrator; undefined if they can. */
    async teamDenial(userId: string, teamId: string): Promise<Denial | undefined> {
      const user = await activeAccount(userId);
      return 'reason' in user ? user : teamDenial(user, teamId);
    },

    /** Why a user lacks a system-wide permission; undefined if they have it. */
    async permissionDenial(userId: string, permission: string): Promise<Denial | undefined> {
      const user = await activeAccount(userId);
      if ('reason' in user) return user;
      if (await permissions.can(actorFor(user), permission)) return undefined;
      return {
        reason: 'no-permission',
        message: `@${user.username} does not have the permission ${permission}.`,
      };
    },

    /** Why a user cannot read a channel, archived or not; undefined if they can. */
    async readDenial(userId: string, channelId: string): Promise<Denial | undefined> {
      const user = await activeAccount(userId);
      if ('reason' in user) return user;
      const standing = await findStanding(user, channelId);
      return 'reason' in standing ? standing : undefined;
    },

    /**
     * Why a user cannot post in a channel; undefined if they can.
     *
     * @param membership `required`, or `joinable` if permission to join a public channel suffices
     */
    async postDenial(
      userId: string,
      channelId: string,
      membership: 'required' | 'joinable',
    ): Promise<Denial | undefined> {
      const user = await activeAccount(userId);
      if ('reason' in user) return user;
      const standing = await findStanding(user, channelId);
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

/** The actor with the account's current roles. */
export function actorFor(user: UserRow): Actor {
  return {userId: user.id, roles: user.roles.split(' ').filter(Boolean)};
}

function notInChannel({username}: UserRow): Denial {
  return {reason: 'not-in-channel', message: `@${username} is not a member of the channel.`};
}
