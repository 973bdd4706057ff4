import {AppError} from '../../platform/errors/app-error.ts';
import type {RoleRow} from './store.ts';

/** What a membership holds of roles: flags for those that every team or channel has, names for the others. */
export interface MemberRoles {
  schemeAdmin: boolean;
  schemeUser: boolean;
  schemeGuest: boolean;
  /** Names, separated by spaces. */
  explicit: string;
}

/** The names that the flags stand for where the membership is: those of a scheme, or the built-in ones. */
export interface FlagRoles {
  admin: readonly string[];
  user: readonly string[];
  guest: readonly string[];
}

/**
 * Splits the roles of a membership into flags and explicit roles.
 *
 * @param names as they came, separated by spaces.
 * @param known the roles of those names that exist.
 * @param idPrefix of the errors' ids, such as `api.channel.update_channel_member_roles`.
 * @throws AppError 400 for a role that does not exist, for one that only flags of another place stand for, for a guest
 *   who is more than that, and for making a member a guest or a guest a member.
 */
export function splitMemberRoles({
  names,
  known,
  flags,
  wasGuest,
  idPrefix,
}: {
  names: readonly string[];
  known: readonly RoleRow[];
  flags: FlagRoles;
  wasGuest: boolean;
  idPrefix: string;
}): MemberRoles {
  const roles: MemberRoles = {schemeAdmin: false, schemeUser: false, schemeGuest: false, explicit: ''};
  const explicit: string[] = [];
  for (const name of names) {
    const role = known.find((row) => row.name === name);
    if (flags.admin.includes(name)) roles.schemeAdmin = true;
    else if (flags.user.includes(name)) roles.schemeUser = true;
    else if (flags.guest.includes(name)) roles.schemeGuest = true;
    else if (!role) throw broken('app.role.get_by_name.app_error', `There is no role "${name}".`);
    else if (role.schememanaged) {
      throw broken(
        `${idPrefix}.scheme_role.app_error`,
        `The role "${name}" cannot be given to a member here.`,
      );
    } else explicit.push(name);
  }
  requireConsistentFlags(roles, wasGuest, idPrefix);
  return {...roles, explicit: explicit.join(' ')};
}

/** @throws AppError 400 for a guest who is more than that, and for making a member a guest or a guest a member. */
export function requireConsistentFlags(
  {schemeAdmin, schemeUser, schemeGuest}: Omit<MemberRoles, 'explicit'>,
  wasGuest: boolean,
  idPrefix: string,
): void {
  if (schemeGuest && (schemeUser || schemeAdmin)) {
    throw broken(
      `${idPrefix}.guest_and_user.app_error`,
      'Nobody can be guest and member or administrator at once.',
    );
  }
  if (schemeGuest !== wasGuest) {
    throw broken(
      `${idPrefix}.changing_guest_role.app_error`,
      wasGuest
        ? 'A guest becomes a member only when the whole account is promoted.'
        : 'A member becomes a guest only when the whole account is demoted.',
    );
  }
}

function broken(id: string, message: string): AppError {
  return new AppError({id, message, status: 400, path: 'roles'});
}
