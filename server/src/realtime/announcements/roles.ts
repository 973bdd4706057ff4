import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {presentRole} from '../../messaging/roles/roles.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changed permissions of roles to everyone, because clients adapt their UI. */
export function announceRoles({
  events,
  hub,
  permissions,
  log,
}: {
  events: Announcements;
  hub: Hub;
  permissions: Permissions;
  log: Logger;
}): void {
  events.inStreamOrder('role:changed', ({roleName}) => {
    permissions.roleByName(roleName).then(
      (row) =>
        hub.announce({
          event: 'role_updated',
          data: {role: JSON.stringify(presentRole(row))},
          to: 'everyone',
        }),
      (error) => log.warn({err: error, roleName}, 'could not announce a changed role'),
    );
  });
}
