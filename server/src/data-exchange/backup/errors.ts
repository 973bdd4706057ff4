import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {isStorageError} from '../../platform/file-store/store-errors.ts';

export function backupExists(file: string): AppError {
  return new AppError({
    id: 'app.backup.exists.app_error',
    message: `${file} already exists. Choose another name.`,
    status: 409,
  });
}

export function nothingToBackUp(): AppError {
  return new AppError({
    id: 'app.backup.empty.app_error',
    message: 'The database has no tables yet, so there is nothing to back up. Start the server once first.',
    status: 400,
  });
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Why the file could not be written; undefined if the error is not from the file system or the file store. */
export function writeError(file: string, error: unknown): AppError | undefined {
  if (error instanceof AppError && isStorageError(error)) {
    return new AppError({
      id: error.id,
      message: `${file} could not be written. No partial file was kept. ${error.detail}.`,
      status: error.status,
      cause: error.cause,
    });
  }
  if (!(error instanceof Error && 'syscall' in error) || isConnectionLost(error)) return undefined;
  const {code, message} = error as NodeJS.ErrnoException;
  const isFull = NO_SPACE.has(code ?? '');
  return new AppError({
    id: isFull ? 'app.backup.no_space.app_error' : 'app.backup.write.app_error',
    message: isFull
      ? `The disk is full, so ${file} was not written. No partial file was kept. Free some space, or choose another location.`
      : `${file} could not be written. No partial file was kept. ${code === 'ENOENT' ? 'The directory does not exist' : message}.`,
    status: isFull ? 507 : 500,
    cause: error,
  });
}

export function backupNotFound(name: string): AppError {
  return new AppError({
    id: 'app.backup.missing.app_error',
    message: `The backup directory has no backup named ${JSON.stringify(name)}.`,
    status: 404,
  });
}
