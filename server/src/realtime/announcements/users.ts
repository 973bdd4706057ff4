import {presentUser, type Users} from '../../messaging/users/users.ts';
import type {Config} from '../../platform/config/config.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Hub, Listener} from '../hub/hub.ts';

/** Of more users changed at once, as by an import, nobody is told one by one: clients read them when they need them. */
const MAX_USERS_TOLD_OF = 50;

/** Accounts, told to everyone who may see them (`messaging/visibility`). */
export function announceUsers({
  events,
  hub,
  users,
  config,
  log,
}: {
  events: EventBus;
  hub: Hub;
  users: Users;
  config: Config;
  log: Logger;
}): void {
  const sees =
    (userId: string) =>
    (listener: Listener): boolean =>
      listener.seesEveryone || listener.userId === userId || hub.shareChannel(listener.channelIds, userId);

  async function announceChange(userId: string): Promise<void> {
    const row = await users.byId(userId);
    const {ShowEmailAddress, ShowFullName} = config.get().PrivacySettings;
    const inFull = {user: presentUser(row, 'full')};
    const asOthersSee = {
      user: presentUser(row, {showEmail: ShowEmailAddress, showFullName: ShowFullName}),
    };
    hub.announce({
      event: 'user_updated',
      data: {},
      to: 'everyone',
      hears: sees(userId),
      inPerson: (listener) => (listener.userId === userId || listener.isAdministrator ? inFull : asOthersSee),
    });
  }

  events.subscribe('user:created', ({userId}) =>
    hub.announce({event: 'new_user', data: {user_id: userId}, to: 'everyone', hears: sees(userId)}),
  );
  events.subscribe('users:changed', ({userIds}) => {
    if (userIds.length > MAX_USERS_TOLD_OF) return;
    for (const userId of userIds) {
      announceChange(userId).catch((error) => log.warn({err: error, userId}, 'could not tell of a user'));
    }
  });
  events.subscribe('user:roles-changed', ({userId, roles}) =>
    hub.announce({event: 'user_role_updated', data: {user_id: userId, roles}, to: {userId}}),
  );
  events.subscribe('user:activation-changed', () =>
    hub.announce({event: 'user_activation_status_change', data: {}, to: 'everyone'}),
  );
}
