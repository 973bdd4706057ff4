import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces scheduled messages to their author's other clients. */
export function announceScheduledPosts(events: Announcements, hub: Hub): void {
  events.inStreamOrder('scheduled-post:changed', ({change, scheduledPost, connectionId}) =>
    hub.announce({
      event: `scheduled_post_${change}`,
      data: {scheduledPost: JSON.stringify(scheduledPost)},
      to: {userId: scheduledPost.user_id},
      omitConnection: connectionId,
    }),
  );
}
