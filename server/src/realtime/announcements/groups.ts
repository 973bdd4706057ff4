import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces groups to everyone, and changed memberships to the members. */
export function announceGroups(events: Announcements, hub: Hub): void {
  events.inStreamOrder('group:changed', ({group, added, removed}) => {
    hub.announce({event: 'received_group', data: {group: JSON.stringify(group)}, to: 'everyone'});
    for (const [event, members] of [
      ['group_member_add', added],
      ['group_member_deleted', removed],
    ] as const) {
      for (const member of members) {
        hub.announce({event, data: {group_member: JSON.stringify(member)}, to: {userId: member.user_id}});
      }
    }
  });
}
