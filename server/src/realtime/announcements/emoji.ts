import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces custom emoji to everyone. */
export function announceEmoji(events: EventBus, hub: Hub): void {
  events.subscribe('emoji:added', ({emoji}) =>
    hub.announce({event: 'emoji_added', data: {emoji: JSON.stringify(emoji)}, to: 'everyone'}),
  );
}
