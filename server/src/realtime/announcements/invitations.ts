import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Tells clients to load the open invitations again. Which ones someone can see is decided when they do. */
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
