import {readFileSync, statfsSync} from 'node:fs';
import {freemem, tmpdir} from 'node:os';

const MEMORY_DISK = '/dev/shm';

/** More than twice the maximum that a complete run stores there. */
const REQUIRED_BYTES = 3 * 2 ** 30;

/**
 * The directory for temporary files of a test run. In memory if there is enough space, because each test file creates
 * a database of a thousand files, and each cluster creates as many. `TMPDIR` takes precedence.
 */
export function temporaryDirectory(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  return hasRoomInMemory() ? MEMORY_DISK : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, directory]) => directory === MEMORY_DISK);
    // The mount must allow execution, because some tests run programs from there.
    if (!mount || mount[3]!.split(',').includes('noexec')) return false;
    const {bavail, bsize} = statfsSync(MEMORY_DISK);
    return Math.min(bavail * bsize, freemem()) >= REQUIRED_BYTES;
  } catch {
    // Not on Linux.
    return false;
  }
}
