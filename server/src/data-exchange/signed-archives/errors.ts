import {AppError} from '../../platform/errors/app-error.ts';

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
  if (!(failure instanceof AppError) || !failure.id.startsWith('api.file.write_file.')) return undefined;
  const {code = '', message} = failure.cause as NodeJS.ErrnoException;
  return new AppError({
    id: failure.id,
    message:
      `The archive ${path} could not be written: ${CAUSES[code] ?? message} (${code}). No partial archive was kept. ` +
      `Fix the problem in the directory set in ${directorySetting}, then try again.`,
    status: failure.status,
    detail: message,
    cause: failure.cause,
  });
}
