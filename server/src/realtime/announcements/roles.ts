import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {presentRole} from '../../messaging/roles/roles.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changed permissions of roles to everyone, because clients adapt their user interface. */
export function announceRoles({
  events,
  hub,
  permissions,
}: {
  events: Announcements;
  hub: Hub;
  permissions: Permissions;
}): void {
  events.inStreamOrder('role:changed', ({roleName}) => {
    hub.announceLater(
      async () => ({
        event: 'role_updated',
        data: {role: JSON.stringify(presentRole(await permissions.roleByName(roleName)))},
        to: 'everyone',
      }),
      'a changed role',
    );
  });
}
