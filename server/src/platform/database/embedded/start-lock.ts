import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {tryFileLock} from '../../exclusive-use/file-lock.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';

const RETRY_INTERVAL_MS = 25;
const TIMEOUT_MS = 120_000;

/** Runs `work` while no other caller, in this process or another one, holds the lock of this directory. */
export async function withStartLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(directory, 'postgres.lock');
  const deadline = performance.now() + TIMEOUT_MS;
  let lock = tryFileLock(file);
  while (lock === undefined) {
    if (performance.now() > deadline) {
      throw new DatabaseUnavailableError(
        `Another process has been starting or stopping the database in ${directory} for two minutes (it has locked ` +
          `${file}). Stop that process and try again.`,
      );
    }
    await wait(RETRY_INTERVAL_MS);
    lock = tryFileLock(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
