import {AppError} from '../errors/app-error.ts';
import {
  isConnectionLost,
  isDeadlock,
  isDiskFull,
  isLockNotAvailable,
  isQueryCanceled,
  sqlState,
} from './pg-errors.ts';

/** Milliseconds after which a client may try again. */
const RETRY_AFTER = 5_000;

/**
 * What a client is told when the database could not do its part: 503 with `Retry-After`, in words for the person, and
 * for the operator in the log. Undefined for any other error.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  if (isDiskFull(error)) {
    return unavailable(
      'app.database.disk_full.app_error',
      'The server cannot save anything at the moment: the disk of its database is full. Tell your administrator.',
      error,
    );
  }
  if (isQueryCanceled(error)) {
    return unavailable(
      'app.database.timeout.app_error',
      'This took too long and was stopped (SqlSettings.QueryTimeout). Ask for less at once, or try again later.',
      error,
    );
  }
  if (isDeadlock(error) || isLockNotAvailable(error)) {
    return unavailable(
      'app.database.conflict.app_error',
      'Another change was in the way. Try again in a moment.',
      error,
    );
  }
  if (isConnectionLost(error) || isRefusal(sqlState(error))) {
    return unavailable(
      'app.database.unavailable.app_error',
      'The server cannot reach its database at the moment. Try again in a moment.',
      error,
    );
  }
  return undefined;
}

/** Class 53 is a lack of memory or connections; 25006 comes from a standby, which takes no changes. */
function isRefusal(state: string | undefined): boolean {
  return state !== undefined && (state.startsWith('53') || state === '25006');
}

function unavailable(id: string, message: string, cause: unknown): AppError {
  return new AppError({id, message, status: 503, retryAfter: RETRY_AFTER, cause});
}
