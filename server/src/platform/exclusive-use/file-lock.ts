import {DatabaseSync} from 'node:sqlite';

/** A lock that this process holds. It can safely be released twice. */
export interface FileLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Locks a file for this process, and creates it if it is missing. Returns undefined while another process, or another
 * caller in this process, holds the lock.
 *
 * The operating system releases the lock when the process ends, so a leftover file is not locked. Node supports such locks
 * only through SQLite, so the file is an empty SQLite database. Don't open and close it in this process by other means,
 * because POSIX then drops the lock.
 */
export function tryFileLock(file: string): FileLock | undefined {
  const lock = new DatabaseSync(file, {timeout: 0});
  try {
    // With an in-memory journal, SQLite writes nothing, so this also works on a full disk.
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
