import {AppError} from '../errors/app-error.ts';
import {
  isConnectionLost,
  isDeadlock,
  isDiskFull,
  isLockNotAvailable,
  isQueryCanceled,
  sqlState,
} from './pg-errors.ts';

/** Milliseconds after which a client can retry. */
const RETRY_AFTER = 5_000;

/**
 * The 503 error with `Retry-After` for a failure of the database. Undefined for any other error.
 */
export function databaseFailure(error: unknown): AppError | undefined {
  if (isDiskFull(error)) {
    return unavailable(
      'app.database.disk_full.app_error',
      'The server cannot save anything because its database disk is full. Contact your administrator.',
      error,
    );
  }
  if (isQueryCanceled(error)) {
    return unavailable(
      'app.database.timeout.app_error',
      'The request took too long and was canceled (SqlSettings.QueryTimeout). Request less data, or try again later.',
      error,
    );
  }
  if (isDeadlock(error) || isLockNotAvailable(error)) {
    return unavailable(
      'app.database.conflict.app_error',
      'The request conflicted with another change. Try again in a moment.',
      error,
    );
  }
  if (isConnectionLost(error) || isOutOfService(sqlState(error))) {
    return unavailable(
      'app.database.unavailable.app_error',
      'The server cannot reach its database at the moment. Try again in a moment.',
      error,
    );
  }
  return undefined;
}

/** Class 53 means out of memory or connections; 25006 comes from a read-only standby. */
function isOutOfService(state: string | undefined): boolean {
  return state !== undefined && (state.startsWith('53') || state === '25006');
}

function unavailable(id: string, message: string, cause: unknown): AppError {
  return new AppError({id, message, status: 503, retryAfter: RETRY_AFTER, cause});
}
