import {isConnectionLost, isDiskFull} from '../../../platform/database/pg-errors.ts';
import {AppError} from '../../../platform/errors/app-error.ts';

/**
 * What an operator is to know of a failure that is none of the file's: in words.
 *
 * @throws the error itself if it is a fault of ours
 */
export function problemOf(error: unknown): string {
  if (error instanceof AppError) {
    if (error.status === 507) return 'The disk of the file store is full. Make room on it.';
    // What a request would find in the log.
    return isOfSystem(error.cause) ? `The file store failed: ${error.cause.message}.` : error.message;
  }
  if (isDiskFull(error)) return 'The disk of the database is full. Make room on it.';
  if (isConnectionLost(error)) {
    return `The database went away: ${(error as Error).message}.`;
  }
  if (isOfSystem(error)) return `${error.message}.`;
  throw error;
}

function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
