import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setTimeout as wait} from 'node:timers/promises';
import {DatabaseUnavailable} from '../database-unavailable.ts';

const SQLITE_BUSY = 5;
const TRY_EVERY_MS = 25;
const GIVE_UP_AFTER_MS = 120_000;

/**
 * Runs `work` while no other process (and no other caller in this one) does so with the same directory.
 *
 * The lock is one of the operating system's, so it ends with the process that holds it, however it ends. Node
 * offers such locks only through SQLite, so this is an empty SQLite file.
 */
export async function withStartLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(directory, 'postgres.lock');
  const lock = new DatabaseSync(file, {timeout: 0});
  try {
    const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
    while (!tryLock(lock)) {
      if (Date.now() > giveUpAt) {
        throw new DatabaseUnavailable(
          `Another process has been starting or stopping the database in ${directory} for two minutes (it holds ` +
            `${file}). End that process, then try again.`,
        );
      }
      await wait(TRY_EVERY_MS);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // With its journal in memory SQLite writes nothing: the lock can be had on a full disk too.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if ((error as {errcode?: number}).errcode === SQLITE_BUSY) {
      return false;
    }
    throw error;
  }
}
