import {DatabaseSync} from 'node:sqlite';

/** A lock that this process holds. Releasing it twice does no harm. */
export interface FileLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Locks a file for this process, and creates it where it is missing. Returns undefined while another process, or
 * another caller in this one, holds the lock.
 *
 * The operating system ends the lock with the process, however that ends, so a file that is left behind locks nothing.
 * Node offers such locks only through SQLite, so the file is an empty SQLite database. Nobody in this process may
 * open and close it by other means: POSIX then drops the lock.
 */
export function tryFileLock(file: string): FileLock | undefined {
  const lock = new DatabaseSync(file, {timeout: 0});
  try {
    // With its journal in memory SQLite writes nothing, so this works on a full disk too.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as {errcode?: number}).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return {
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}
