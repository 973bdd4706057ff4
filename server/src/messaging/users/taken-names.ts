import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {lockGroupNames, selectGroupNames} from './store.ts';

/** Values that must be unique, in the form in which they are stored. */
export interface UniqueNames {
  username?: string;
  email?: string;
  authData?: string;
}

/** Runs a write to Users. @throws AppError 400 with the name that another account already has. */
export async function rejectTakenNames<T>(names: UniqueNames, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key')) throw nameTaken('username', names.username);
    if (isUniqueViolation(error, 'users_email_key')) throw nameTaken('email', names.email);
    if (isUniqueViolation(error, 'users_authdata_key')) throw nameTaken('auth_data', names.authData);
    throw error;
  }
}

/**
 * Checks that no group has one of these names, including archived ones, so that a new account or name doesn't receive
 * the mentions of a group (docs/specification.md#custom-groups). Until the end of the transaction, no group can get one
 * of them.
 *
 * @throws AppError 400 with the first name that belongs to a group.
 */
export async function requireNoGroup(tx: Transaction, usernames: readonly string[]): Promise<void> {
  if (usernames.length === 0) return;
  await lockGroupNames(tx);
  const [name] = await selectGroupNames(tx, usernames);
  if (name === undefined) return;
  throw new AppError({
    id: 'app.user.group_name_conflict',
    message: `There is a group with the name "${name}", so mentions would be ambiguous. Choose another username.`,
    params: {name},
    status: 400,
    path: 'username',
  });
}

const FIELD_NAMES = {username: 'username', email: 'email address', auth_data: 'auth_data'};

function nameTaken(field: keyof typeof FIELD_NAMES, value = ''): AppError {
  return new AppError({
    id: `app.user.save.${field}_exists.app_error`,
    message: `An account with the ${FIELD_NAMES[field]} "${value}" already exists. Choose another ${FIELD_NAMES[field]}.`,
    params: {name: value},
    status: 400,
    path: field,
  });
}
