import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces typing to the other members of the channel. */
export function announceTyping(events: Announcements, hub: Hub): void {
  events.inStreamOrder('typing', ({userId, channelId, parentId}) =>
    hub.announce({
      event: 'typing',
      data: {user_id: userId, parent_id: parentId},
      to: {channelId},
      omitUsers: [userId],
      isDispensable: true,
    }),
  );
}
