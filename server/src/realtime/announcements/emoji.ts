import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces custom emoji to everyone. */
export function announceEmoji(events: Announcements, hub: Hub): void {
  events.inStreamOrder('emoji:added', ({emoji}) =>
    hub.announce({event: 'emoji_added', data: {emoji: JSON.stringify(emoji)}, to: 'everyone'}),
  );
}
