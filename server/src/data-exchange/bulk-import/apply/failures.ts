import {isConnectionLost, isDiskFull} from '../../../platform/database/pg-errors.ts';
import {AppError} from '../../../platform/errors/app-error.ts';

/**
 * What an operator is to know of a failure that is none of the file's: in words.
 *
 * @throws the error itself if it is a fault of ours
 */
export function problemOf(error: unknown): string {
  if (error instanceof AppError) {
    return error.status === 507 ? 'The disk of the file store is full. Make room on it.' : error.message;
  }
  if (isDiskFull(error)) return 'The disk of the database is full. Make room on it.';
  if (isConnectionLost(error)) {
    return `The database went away: ${(error as Error).message}.`;
  }
  if (error instanceof Error && 'syscall' in error) return `${error.message}.`;
  throw error;
}
