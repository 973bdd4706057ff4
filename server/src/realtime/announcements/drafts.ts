import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces drafts to the user's other clients, but not to the client in which the user is typing. */
export function announceDrafts(events: Announcements, hub: Hub): void {
  const changes = {'draft:saved': 'draft_created', 'draft:deleted': 'draft_deleted'} as const;
  for (const [name, event] of Object.entries(changes)) {
    events.inStreamOrder(name as keyof typeof changes, ({draft, connectionId}) =>
      hub.announce({
        event,
        data: {draft: JSON.stringify(draft)},
        to: {userId: draft.user_id, channelId: draft.channel_id},
        omitConnection: connectionId,
      }),
    );
  }
}
