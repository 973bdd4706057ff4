import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import type {OperatorLog} from '../logging/operator-log.ts';
import {type FileLock, tryFileLock} from './file-lock.ts';
import {describeHolder, type Holder, InUseError, thisProcess} from './in-use.ts';

export interface LockDirectoryOptions {
  /** What holds it from now on, for the message that others get: `server`, or the words of a command. */
  program: string;
  /** How long to wait for a holder that may be about to end. Milliseconds. */
  maxWaitMs: number;
  log: OperatorLog;
}

const LOCK_FILE = 'server.lock';
const HOLDER_FILE = 'server.json';
const TRY_EVERY_MS = 100;

/**
 * Makes this process the only one that holds the data directory, which is created where it is missing, until the lock
 * is released or the process ends, however it ends. Command line tools that work beside a server do not take this lock.
 *
 * @throws InUseError when another process still holds it after `maxWaitMs`, or the lock's file cannot be written.
 */
export async function lockDataDirectory(
  dataDirectory: string,
  {program, maxWaitMs, log}: LockDirectoryOptions,
): Promise<FileLock> {
  const directory = resolve(dataDirectory);
  const file = join(directory, LOCK_FILE);
  const giveUpAt = performance.now() + maxWaitMs;
  try {
    await mkdir(directory, {recursive: true});
    for (let told = false; ; told = true) {
      const lock = tryFileLock(file);
      if (lock !== undefined) {
        // A full disk is no reason not to start.
        await writeFile(join(directory, HOLDER_FILE), JSON.stringify(thisProcess(program)), {
          mode: 0o600,
        }).catch((error) => log.warn({err: error}, `Could not write ${HOLDER_FILE}`));
        return lock;
      }
      if (performance.now() > giveUpAt) throw new InUseError(await inUse(directory));
      if (!told) {
        log.info({directory}, 'Waiting for the process that uses the data directory to end');
      }
      await wait(TRY_EVERY_MS);
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

/** Whether a server, or a command that keeps servers away, holds the data directory right now. */
export function isServerRunning(dataDirectory: string): boolean {
  try {
    const lock = tryFileLock(join(dataDirectory, LOCK_FILE));
    lock?.release();
    return lock === undefined;
  } catch {
    // A directory without a lock file, and that cannot have one, has no server either.
    return false;
  }
}

async function inUse(directory: string): Promise<string> {
  const holder = await readHolder(directory);
  if (holder === undefined) {
    return `The data directory ${directory} is in use by another process. Stop that process, then try again.`;
  }
  return (
    `The data directory ${directory} is in use by another Patchbay ${holder.program} (${describeHolder(holder)}). ` +
    'Stop it first, or set PATCHBAY_DATA to another directory.'
  );
}

/** Who wrote that it holds the directory; undefined in the moment between locking and writing. */
async function readHolder(directory: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(join(directory, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
