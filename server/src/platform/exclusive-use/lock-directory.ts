import {readFile, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {createDirectory} from '../file-system/create-directory.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {type FileLock, tryFileLock} from './file-lock.ts';
import {describeHolder, type Holder, InUseError, thisProcess} from './in-use.ts';

export interface LockDirectoryOptions {
  /** The lock holder's name in the error messages of other processes: `server`, or a command. */
  program: string;
  /** How long to wait for the current holder to exit, in milliseconds. */
  maxWaitMs: number;
  log: OperatorLog;
}

const LOCK_FILE = 'server.lock';
const HOLDER_FILE = 'server.json';
const RETRY_INTERVAL_MS = 100;

/**
 * Locks the data directory for this process until the lock is released or the process ends. Creates the directory if it
 * is missing. Command-line tools that can run alongside a server don't take this lock.
 *
 * @throws InUseError if another process still holds the lock after `maxWaitMs`, or the lock file cannot be written
 */
export async function lockDataDirectory(
  dataDirectory: string,
  {program, maxWaitMs, log}: LockDirectoryOptions,
): Promise<FileLock> {
  const directory = resolve(dataDirectory);
  const file = join(directory, LOCK_FILE);
  const deadline = performance.now() + maxWaitMs;
  try {
    createDirectory(directory);
    for (let logged = false; ; logged = true) {
      const lock = tryFileLock(file);
      if (lock !== undefined) {
        // Start even if the disk is full.
        await writeFile(join(directory, HOLDER_FILE), JSON.stringify(thisProcess(program)), {
          mode: 0o600,
        }).catch((error) => log.warn({err: error}, `Could not write ${HOLDER_FILE}`));
        return lock;
      }
      if (performance.now() > deadline) throw new InUseError(await inUseMessage(directory));
      if (!logged) {
        log.info({directory}, 'Waiting for the process that uses the data directory to exit');
      }
      await wait(RETRY_INTERVAL_MS);
    }
  } catch (error) {
    if (error instanceof InUseError) throw error;
    throw new InUseError(
      `The data directory ${directory} cannot be locked: ${(error as Error).message}. Make it and ${LOCK_FILE} in it ` +
        'writable for this user, or set PATCHBAY_DATA to another directory.',
      {cause: error},
    );
  }
}

/** Whether a server, or a command that excludes servers, currently holds the data directory. */
export function isServerRunning(dataDirectory: string): boolean {
  try {
    const lock = tryFileLock(join(dataDirectory, LOCK_FILE));
    lock?.release();
    return lock === undefined;
  } catch {
    // If the lock file doesn't exist and can't be created, there is no server.
    return false;
  }
}

async function inUseMessage(directory: string): Promise<string> {
  const holder = await readHolder(directory);
  if (holder === undefined) {
    return `The data directory ${directory} is in use by another process. Stop that process and try again.`;
  }
  return (
    `The data directory ${directory} is in use by another Patchbay ${holder.program} (${describeHolder(holder)}). ` +
    'Stop it first, or set PATCHBAY_DATA to another directory.'
  );
}

/** The process that holds the directory; undefined if it has not written its file yet. */
async function readHolder(directory: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(join(directory, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
