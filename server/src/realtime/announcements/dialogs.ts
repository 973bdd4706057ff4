import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Sends dialogs to the user for whom they were opened. */
export function announceDialogs(events: Announcements, hub: Hub): void {
  events.inStreamOrder('dialog:opened', ({userId, dialog}) =>
    hub.announce({event: 'open_dialog', data: {dialog: JSON.stringify(dialog)}, to: {userId}}),
  );
}
