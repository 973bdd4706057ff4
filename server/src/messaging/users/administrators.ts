import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {ADMINISTRATOR} from '../permissions/permissions.ts';
import {lockAdministrators, selectActiveAdministrators, type UserRow} from './store.ts';

/** The maximum number of usernames in the error message. */
const NAMES_SHOWN = 3;

/** Whether the account has all permissions. */
export function isAdministrator({roles}: Pick<UserRow, 'roles'>): boolean {
  return roles.split(' ').includes(ADMINISTRATOR);
}

/** The ids of active system administrators, excluding bots. */
export async function activeAdministratorIds(db: Queryable): Promise<string[]> {
  return (await selectActiveAdministrators(db)).map(({id}) => id);
}

/**
 * Runs a change that could remove an administrator: of roles, activation or sign-in method, conversion to a bot, or
 * deletion. Ensures that the server keeps an active administrator, and one who signs in with a password. Such changes
 * are serialized, so call this first in the transaction.
 *
 * @throws AppError 400 if none would be left; the transaction must be rolled back.
 */
export async function ensureAdministratorRemains<Result>(
  tx: Transaction,
  change: () => Promise<Result>,
): Promise<Result> {
  await lockAdministrators(tx);
  const before = await selectActiveAdministrators(tx);
  const result = await change();
  const after = await selectActiveAdministrators(tx);
  const withPassword = after.filter(({haspassword}) => haspassword);
  if (before.length > 0 && after.length === 0) throw lastAdministrator(before);
  const withPasswordBefore = before.filter(({haspassword}) => haspassword);
  if (withPasswordBefore.length > 0 && withPassword.length === 0) throw lastAdministrator(withPasswordBefore);
  return result;
}

function lastAdministrator(administrators: readonly {username: string}[]): AppError {
  const names = administrators.slice(0, NAMES_SHOWN).map(({username}) => username);
  const more = administrators.length - names.length;
  const who = [names.join(', '), ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
  return new AppError({
    id: 'api.user.last_administrator.app_error',
    message: `Without ${who}, there would be no active system administrator who can sign in. Make another account a system administrator first.`,
    status: 400,
  });
}
