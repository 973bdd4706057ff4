import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces dialogs to the user for whom they were opened. */
export function announceDialogs(events: EventBus, hub: Hub): void {
  events.subscribe('dialog:opened', ({userId, dialog}) =>
    hub.announce({event: 'open_dialog', data: {dialog: JSON.stringify(dialog)}, to: {userId}}),
  );
}
