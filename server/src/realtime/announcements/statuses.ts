import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces statuses to the user only; others request them. */
export function announceStatuses(events: EventBus, hub: Hub): void {
  events.subscribe('status:changed', ({userId, status}) =>
    hub.announce({
      event: 'status_change',
      data: {user_id: userId, status: status.status},
      to: {userId},
    }),
  );
}
