import {AppError} from '../../platform/errors/app-error.ts';
import {CONSOLE_ROLES} from './console-permissions.ts';
import type {RoleRow} from './store.ts';

/** The roles of a membership: flags for the standard roles of teams or channels, names for others. */
export interface MemberRoles {
  schemeAdmin: boolean;
  schemeUser: boolean;
  schemeGuest: boolean;
  /** Names separated by spaces. */
  explicit: string;
}

/** The role names for the flags in a team or channel: those of its scheme, or the built-in ones. */
export interface FlagRoles {
  admin: readonly string[];
  user: readonly string[];
  guest: readonly string[];
}

/**
 * Splits the roles of a membership into flags and explicit roles.
 *
 * @param names separated by spaces
 * @param existing the existing roles with these names
 * @param idPrefix the prefix of the error ids, such as `api.channel.update_channel_member_roles`
 * @throws AppError 400 for a role that does not exist, for one that cannot be assigned here, for a guest with other
 *   flags, and for turning a member into a guest or vice versa.
 */
export function splitMemberRoles({
  names,
  existing,
  flags,
  wasGuest,
  idPrefix,
}: {
  names: readonly string[];
  existing: readonly RoleRow[];
  flags: FlagRoles;
  wasGuest: boolean;
  idPrefix: string;
}): MemberRoles {
  const roles: MemberRoles = {schemeAdmin: false, schemeUser: false, schemeGuest: false, explicit: ''};
  const explicit: string[] = [];
  for (const name of names) {
    const role = existing.find((row) => row.name === name);
    if (flags.admin.includes(name)) roles.schemeAdmin = true;
    else if (flags.user.includes(name)) roles.schemeUser = true;
    else if (flags.guest.includes(name)) roles.schemeGuest = true;
    else if (!role) throw broken('app.role.get_by_name.app_error', `There is no role "${name}".`);
    else if (role.schememanaged || CONSOLE_ROLES.includes(name)) {
      throw broken(
        `${idPrefix}.scheme_role.app_error`,
        `The role "${name}" cannot be assigned to a member here.`,
      );
    } else explicit.push(name);
  }
  requireConsistentFlags(roles, wasGuest, idPrefix);
  return {...roles, explicit: explicit.join(' ')};
}

/** @throws AppError 400 for a guest with other flags, and for turning a member into a guest or vice versa. */
export function requireConsistentFlags(
  {schemeAdmin, schemeUser, schemeGuest}: Omit<MemberRoles, 'explicit'>,
  wasGuest: boolean,
  idPrefix: string,
): void {
  if (schemeGuest && (schemeUser || schemeAdmin)) {
    throw broken(
      `${idPrefix}.guest_and_user.app_error`,
      'A user cannot be both a guest and a member or administrator.',
    );
  }
  if (schemeGuest !== wasGuest) {
    throw broken(
      `${idPrefix}.changing_guest_role.app_error`,
      wasGuest
        ? 'To turn a guest into a member, promote the whole account.'
        : 'To turn a member into a guest, demote the whole account.',
    );
  }
}

function broken(id: string, message: string): AppError {
  return new AppError({id, message, status: 400, path: 'roles'});
}
