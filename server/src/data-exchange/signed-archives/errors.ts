import {AppError} from '../../platform/errors/app-error.ts';
import {isStorageError, STORAGE_UNAVAILABLE} from '../../platform/file-store/store-errors.ts';

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file is too large for the file system',
  EACCES: 'the server has no write permission',
  EPERM: 'the server has no write permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in place of a directory',
  EEXIST: 'a file is in place of a directory',
};

/**
 * Describes a failure of a file store for the reader of a job, who may not have seen the request. Undefined if the
 * error is not from the file store.
 */
export function storageError(failure: unknown, path: string, directorySetting: string): AppError | undefined {
  if (!(failure instanceof AppError) || !isStorageError(failure)) return undefined;
  const {code, message} = (failure.cause ?? failure) as NodeJS.ErrnoException;
  const cause = CAUSES[code ?? ''];
  if (failure.id === STORAGE_UNAVAILABLE || cause === undefined) {
    return new AppError({
      id: failure.id,
      message: `The archive ${path} could not be written: ${failure.detail}. No partial archive was kept. Try again later.`,
      status: failure.status,
      detail: failure.detail,
      cause: failure.cause,
    });
  }
  return new AppError({
    id: failure.id,
    message:
      `The archive ${path} could not be written: ${cause} (${code}). No partial archive was kept. ` +
      `Fix the problem in the directory set in ${directorySetting}, then try again.`,
    status: failure.status,
    detail: message,
    cause: failure.cause,
  });
}
