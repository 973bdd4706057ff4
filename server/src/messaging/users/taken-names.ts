import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import {AppError} from '../../platform/errors/app-error.ts';

/** The values that must be unique, as they will be stored. */
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
    if (isUniqueViolation(error, 'users_username_key')) throw taken('username', names.username);
    if (isUniqueViolation(error, 'users_email_key')) throw taken('email', names.email);
    if (isUniqueViolation(error, 'users_authdata_key')) throw taken('auth_data', names.authData);
    throw error;
  }
}

function taken(field: 'username' | 'email' | 'auth_data', value = ''): AppError {
  return new AppError({
    id: `app.user.save.${field}_exists.app_error`,
    message: `An account with the ${field} "${value}" already exists. Choose another ${field}.`,
    status: 400,
    path: field,
  });
}
