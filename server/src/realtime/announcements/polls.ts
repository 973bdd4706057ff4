import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Tells the clients of a user for which options of a poll the user voted. */
export function announcePolls(events: Announcements, hub: Hub): void {
  events.inStreamOrder('poll-votes:changed', ({userId, postId, options}) =>
    hub.announce({event: 'poll_votes_changed', data: {post_id: postId, options}, to: {userId}}),
  );
}
