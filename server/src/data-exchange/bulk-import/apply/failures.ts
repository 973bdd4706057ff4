import {isConnectionLost, isDiskFull} from '../../../platform/database/pg-errors.ts';
import {AppError} from '../../../platform/errors/app-error.ts';

/**
 * Describes a failure outside the file for the operator.
 *
 * @throws the error itself if it is a bug
 */
export function describeFailure(error: unknown): string {
  if (error instanceof AppError) {
    if (error.status === 507)
      return 'The disk of the file store is full. Free some space and run the import again.';
    // The message of the cause, because the operator reads this. A request would only log it.
    return isSystemError(error.cause) ? `The file store failed: ${error.cause.message}.` : error.message;
  }
  if (isDiskFull(error)) return 'The disk of the database is full. Free some space and run the import again.';
  if (isConnectionLost(error)) {
    return `The connection to the database was lost: ${(error as Error).message}.`;
  }
  if (isSystemError(error)) return `${error.message}.`;
  throw error;
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
