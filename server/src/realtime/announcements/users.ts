import {presentUser, type Users} from '../../messaging/users/users.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub, Listener} from '../hub/hub.ts';

/**
 * The maximum number of users that are announced together. After larger changes, such as imports, clients load users
 * when needed.
 */
const MAX_ANNOUNCED_USERS = 50;

/** Announces accounts to users who can see them (`messaging/visibility`). */
export function announceUsers({
  events,
  hub,
  users,
  config,
}: {
  events: Announcements;
  hub: Hub;
  users: Users;
  config: Config;
}): void {
  /** Whether a listener can see a user who is in these channels. */
  const sees =
    (userId: string, channelIds: ReadonlySet<string>) =>
    (listener: Listener): boolean =>
      listener.seesEveryone || listener.userId === userId || !channelIds.isDisjointFrom(listener.channelIds);

  function announceChange(userId: string): void {
    hub.announceLater(async () => {
      const row = await users.byId(userId);
      const channelIds = await hub.channelsOf(userId);
      const {ShowEmailAddress, ShowFullName} = config.get().PrivacySettings;
      const fullView = {user: presentUser(row, 'full')};
      const publicView = {
        user: presentUser(row, {showEmail: ShowEmailAddress, showFullName: ShowFullName}),
      };
      return {
        event: 'user_updated',
        data: {},
        to: 'everyone',
        filter: sees(userId, channelIds),
        personalize: (listener) =>
          listener.userId === userId || listener.isAdministrator ? fullView : publicView,
      };
    }, 'a changed user');
  }

  events.inStreamOrder('user:created', ({userId}) =>
    hub.announce({
      event: 'new_user',
      data: {user_id: userId},
      to: 'everyone',
      filter: sees(userId, new Set()),
    }),
  );
  events.inStreamOrder('users:changed', ({userIds}) => {
    if (userIds.length > MAX_ANNOUNCED_USERS) return;
    for (const userId of userIds) announceChange(userId);
  });
  events.inStreamOrder('user:roles-changed', ({userId, roles}) =>
    hub.announce({event: 'user_role_updated', data: {user_id: userId, roles}, to: {userId}}),
  );
  events.inStreamOrder('user:activation-changed', () =>
    hub.announce({event: 'user_activation_status_change', data: {}, to: 'everyone'}),
  );
}
