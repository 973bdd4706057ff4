import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces preferences to the user's other clients. */
export function announcePreferences(events: Announcements, hub: Hub): void {
  const changes = {
    'preferences:changed': 'preferences_changed',
    'preferences:deleted': 'preferences_deleted',
  } as const;
  for (const [name, event] of Object.entries(changes)) {
    events.inStreamOrder(name as keyof typeof changes, ({userId, preferences}) =>
      hub.announce({event, data: {preferences: JSON.stringify(preferences)}, to: {userId}}),
    );
  }
}
