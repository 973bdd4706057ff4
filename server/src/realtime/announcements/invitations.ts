import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Makes clients load the open invitations again. The response then contains only those that the user may see. */
export function announceInvitations(events: Announcements, hub: Hub): void {
  events.inStreamOrder('invitations:changed', ({teamId}) =>
    hub.announce({
      event: 'invitations_changed',
      data: teamId === undefined ? {} : {team_id: teamId},
      to: teamId === undefined ? 'everyone' : {teamId},
      filter: ({isGuest}) => !isGuest,
    }),
  );
}
