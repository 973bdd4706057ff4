import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces a user's status only to that user. Clients request the statuses of others. */
export function announceStatuses(events: Announcements, hub: Hub): void {
  events.inStreamOrder('status:changed', ({userId, status}) =>
    hub.announce({
      event: 'status_change',
      data: {user_id: userId, status: status.status},
      to: {userId},
    }),
  );
}
