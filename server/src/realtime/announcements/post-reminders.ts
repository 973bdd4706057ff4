import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Notifies the clients of a user that their reminders changed. */
export function announcePostReminders(events: Announcements, hub: Hub): void {
  events.inStreamOrder('post-reminders:changed', ({userId}) =>
    hub.announce({event: 'post_reminders_changed', data: {}, to: {userId}}),
  );
}
