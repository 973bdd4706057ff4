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
  selectUser,
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
  /** `requireMay` throws if the account, as it is at the time of the change, cannot become a guest or a member. */
  async function change(
    account: UserRow,
    guest: boolean,
    requireMay: (user: UserRow) => void,
  ): Promise<void> {
    const {id} = account;
    const [from, to] = guest ? [MEMBER, GUEST] : [GUEST, MEMBER];
    // Locks teams before channels, as all code does, to avoid deadlocks.
    const {roles, teamIds, channelIds} = await database.transaction((tx) =>
      ensureAdministratorRemains(tx, async () => {
        // An account that was deleted in the meantime stays deleted.
        const user = (await selectUser(tx, id)) ?? account;
        requireMay(user);
        const roles = user.roles
          .split(' ')
          .map((role) => (role === from ? to : role))
          .join(' ');
        await updateRoles(tx, id, roles, Date.now());
        return {
          roles,
          teamIds: await changeTeamsAsGuest(tx, id, guest),
          channelIds: await changeChannelsAsGuest(tx, id, guest),
        };
      }),
    );
    events.publish('users:changed', {userIds: [id]});
    events.publish('user:roles-changed', {userId: id, roles});
    for (const teamId of teamIds) events.publish('team-standing:changed', {teamId, userId: id});
    for (const channelId of channelIds) {
      events.publish('channel-standing:changed', {channelId, userId: id});
    }
  }

  return {
    /**
     * Converts a guest to a member, including in their teams and channels.
     *
     * @throws AppError 501 if the user is not a guest.
     */
    async promote(account: UserRow): Promise<void> {
      await change(account, false, (user) => {
        if (isGuest(user)) return;
        throw notImplemented(
          'api.user.promote_guest_to_user.no_guest.app_error',
          `${user.username} is not a guest and cannot be promoted to a member.`,
        );
      });
    },

    /**
     * Converts a member to a guest, including in their teams and channels.
     *
     * @throws AppError 501 if guest accounts are disabled.
     */
    async demote(account: UserRow): Promise<void> {
      await change(account, true, (user) => {
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
      });
    },
  };
}
