import {AppError} from '../errors/app-error.ts';

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** 507 if the disk is full, 500 for other failures of a file system. */
export function writeError(error: unknown, path: string): AppError {
  if (NO_SPACE.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')) {
    return noSpace(`writing ${path}`, error);
  }
  return new AppError({
    id: 'api.file.write_file.app_error',
    message: 'The server could not store the file. See the server log for this request id.',
    status: 500,
    detail: `writing ${path}`,
    cause: error,
  });
}

/** 507: no space is left. */
export function noSpace(detail: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.file.write_file.no_space.app_error',
    message: 'The server has no space left for this file. Contact an administrator, then try again.',
    status: 507,
    detail,
    cause,
  });
}

/** The id of the error for a remote store that can't be reached or rejects requests. */
export const STORAGE_UNAVAILABLE = 'api.file.storage_unavailable.app_error';

/** Whether a store failed to read or write. The error's detail says what was tried, and what happened. */
export function isStorageError({id}: AppError): boolean {
  return id === STORAGE_UNAVAILABLE || id.startsWith('api.file.write_file.');
}

/** 404: the file doesn't exist. */
export function fileMissing(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.app_error',
    message: 'The content of this file is no longer on the server.',
    status: 404,
    detail: `reading ${path}`,
  });
}
