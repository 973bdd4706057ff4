import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {tryFileLock} from '../../exclusive-use/file-lock.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';

const TRY_EVERY_MS = 25;
const GIVE_UP_AFTER_MS = 120_000;

/** Runs `work` while no other process (and no other caller in this one) does so with the same directory. */
export async function withStartLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(directory, 'postgres.lock');
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  let lock = tryFileLock(file);
  while (lock === undefined) {
    if (performance.now() > giveUpAt) {
      throw new DatabaseUnavailableError(
        `Another process has been starting or stopping the database in ${directory} for two minutes (it holds ` +
          `${file}). End that process, then try again.`,
      );
    }
    await wait(TRY_EVERY_MS);
    lock = tryFileLock(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
