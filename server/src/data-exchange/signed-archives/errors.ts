import {AppError} from '../../platform/errors/app-error.ts';

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the system does not let the server write a file of that size',
  EACCES: 'the server may not write there',
  EPERM: 'the server may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'what should be a directory is a file',
  EEXIST: 'what should be a directory is a file',
};

/**
 * The failure of a file store in the words of somebody who reads them on a job, long after the request. Undefined for
 * what is no failure of the store.
 */
export function notStored(failure: unknown, path: string, directorySetting: string): AppError | undefined {
  if (!(failure instanceof AppError) || !failure.id.startsWith('api.file.write_file.')) return undefined;
  const {code = '', message} = failure.cause as NodeJS.ErrnoException;
  return new AppError({
    id: failure.id,
    message:
      `The archive ${path} could not be written: ${CAUSES[code] ?? message} (${code}). Nothing of it was kept. ` +
      `Put that right in the directory that ${directorySetting} names, then order it again.`,
    status: failure.status,
    detail: message,
    cause: failure.cause,
  });
}
