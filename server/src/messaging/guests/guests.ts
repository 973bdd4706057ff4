import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {changeChannelsAsGuest} from '../channels/channels.ts';
import {changeTeamsAsGuest} from '../teams/teams.ts';
import {
  ensureAdministratorRemains,
  GUEST,
  isAdministrator,
  isGuest,
  requireMayBeGuest,
  type UserRow,
  updateRoles,
} from '../users/users.ts';

const MEMBER = 'system_user';

export type Guests = ReturnType<typeof createGuests>;

/** Converts members to guests and vice versa, on the server and in all their teams and channels. */
export function createGuests({
  database,
  events,
  config,
}: {
  database: Database;
  events: EventBus;
  config: Config;
}) {
  async function change(user: UserRow, guest: boolean): Promise<void> {
    const [from, to] = guest ? [MEMBER, GUEST] : [GUEST, MEMBER];
    const roles = user.roles
      .split(' ')
      .map((role) => (role === from ? to : role))
      .join(' ');
    // Locks teams before channels, as all code does, to avoid deadlocks.
    const {teamIds, channelIds} = await database.transaction((tx) =>
      ensureAdministratorRemains(tx, async () => {
        await updateRoles(tx, user.id, roles, Date.now());
        return {
          teamIds: await changeTeamsAsGuest(tx, user.id, guest),
          channelIds: await changeChannelsAsGuest(tx, user.id, guest),
        };
      }),
    );
    events.publish('users:changed', {userIds: [user.id]});
    events.publish('user:roles-changed', {userId: user.id, roles});
    for (const teamId of teamIds) events.publish('team-standing:changed', {teamId, userId: user.id});
    for (const channelId of channelIds) {
      events.publish('channel-standing:changed', {channelId, userId: user.id});
    }
  }

  return {
    /**
     * Converts a guest to a member, including in their teams and channels.
     *
     * @throws AppError 501 if the user is not a guest.
     */
    async promote(user: UserRow): Promise<void> {
      if (!isGuest(user)) {
        throw notImplemented(
          'api.user.promote_guest_to_user.no_guest.app_error',
          `${user.username} is not a guest and cannot be promoted to a member.`,
        );
      }
      await change(user, false);
    },

    /**
     * Converts a member to a guest, including in their teams and channels.
     *
     * @throws AppError 501 if guest accounts are disabled.
     */
    async demote(user: UserRow): Promise<void> {
      requireMayBeGuest(user, config.get());
      if (isGuest(user)) {
        throw notImplemented(
          'api.user.demote_user_to_guest.already_guest.app_error',
          `${user.username} is already a guest.`,
        );
      }
      if (isAdministrator(user)) {
        throw new AppError({
          id: 'api.user.demote_user_to_guest.administrator.app_error',
          message: `${user.username} is a system administrator. Remove that role first.`,
          status: 400,
        });
      }
      await change(user, true);
    },
  };
}
