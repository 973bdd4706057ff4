import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {Visibility} from '../visibility/visibility.ts';
import type {SearchScope} from './listing/store.ts';

/** The fields of a channel that determine permissions. */
interface ChannelScope {
  id: string;
  teamid: string;
  type: 'O' | 'P' | 'D' | 'G';
  name: string;
}

export type ChannelAccess = ReturnType<typeof createChannelAccess>;

/** Permission checks for channels. Public and private channels have separate permissions. */
export function createChannelAccess({
  permissions,
  visibility,
}: {
  permissions: Permissions;
  visibility: Visibility;
}) {
  async function requireMembership(actor: Actor, {id}: ChannelScope): Promise<void> {
    const standing = await permissions.channelStanding(actor.userId, id);
    if (standing?.isMember) return;
    throw new AppError({
      id: 'api.channel.patch_update_channel.forbidden.app_error',
      message: 'Only members can edit a direct or group channel.',
      status: 403,
    });
  }

  /** @throws AppError 403 unless the actor may add and remove others. */
  async function requireManageMembers(actor: Actor, channel: ChannelScope): Promise<void> {
    if (channel.type === 'D' || channel.type === 'G') return requireMembership(actor, channel);
    const kind = channel.type === 'O' ? 'public' : 'private';
    await permissions.require(actor, `manage_${kind}_channel_members`, {channelId: channel.id});
  }

  return {
    /** @throws AppError 403 unless the actor may edit the channel's name, header and purpose. */
    async requireManageProperties(actor: Actor, channel: ChannelScope): Promise<void> {
      if (channel.type === 'D' || channel.type === 'G') return requireMembership(actor, channel);
      const kind = channel.type === 'O' ? 'public' : 'private';
      await permissions.require(actor, `manage_${kind}_channel_properties`, {channelId: channel.id});
    },

    /** @throws AppError 403 unless the actor may edit the channel's banner, or is a member of a direct or group channel. */
    async requireManageBanner(actor: Actor, channel: ChannelScope): Promise<void> {
      if (channel.type === 'D' || channel.type === 'G') return requireMembership(actor, channel);
      const kind = channel.type === 'O' ? 'public' : 'private';
      await permissions.require(actor, `manage_${kind}_channel_banner`, {channelId: channel.id});
    },

    /** @throws AppError 403 unless the actor may archive the channel. */
    async requireArchive(actor: Actor, channel: ChannelScope): Promise<void> {
      const kind = channel.type === 'O' ? 'public' : 'private';
      await permissions.require(actor, `delete_${kind}_channel`, {channelId: channel.id});
    },

    /** @throws AppError 403 unless the actor may make the channel public (`O`) or private (`P`). */
    async requireConvert(actor: Actor, channel: ChannelScope, to: 'O' | 'P'): Promise<void> {
      const permission =
        to === 'P' ? 'convert_public_channel_to_private' : 'convert_private_channel_to_public';
      await permissions.require(actor, permission, {channelId: channel.id});
    },

    /**
     * @throws AppError 403 unless the actor may add these users: join the channel, or add other users, who must be
     *   visible to them.
     */
    async requireAddMembers(actor: Actor, channel: ChannelScope, userIds: readonly string[]): Promise<void> {
      const joins = userIds.every((userId) => userId === actor.userId);
      if (channel.type === 'O' && joins) {
        if (await permissions.can(actor, 'join_public_channels', {teamId: channel.teamid})) return;
      }
      await requireManageMembers(actor, channel);
      await visibility.require(actor, userIds);
    },

    requireManageMembers,

    /** @throws AppError 403 unless the actor is in the channel. */
    requireMembership,

    /**
     * The scope of a search in the team: members find public channels and the private channels that they are in, guests
     * only channels that they are in.
     *
     * @throws AppError 403 unless the actor is in the team.
     */
    async teamSearchScope(actor: Actor, teamId: string): Promise<SearchScope> {
      if (await permissions.can(actor, 'list_team_channels', {teamId})) {
        return {userId: actor.userId, scope: 'both'};
      }
      await permissions.require(actor, 'view_team', {teamId});
      return {userId: actor.userId, scope: 'own'};
    },

    /** The scope of a search in all of the actor's teams. */
    globalSearchScope: (actor: Actor): SearchScope => ({
      userId: actor.userId,
      scope: actor.roles.includes('system_guest') ? 'own' : 'both',
    }),

    /** @throws AppError 403 unless the actor is the user, or may edit other users. */
    requireUser: (actor: Actor, userId: string) => permissions.requireSelfOrEditor(actor, userId),

    /** @throws AppError 403 unless the actor is one of these users, or a system administrator. */
    async requireOneOf(actor: Actor, userIds: readonly string[]): Promise<void> {
      if (userIds.includes(actor.userId) || (await permissions.can(actor, 'manage_system'))) return;
      throw forbidden(`userId=${actor.userId} is none of ${userIds.join(', ')}`);
    },
  };
}
