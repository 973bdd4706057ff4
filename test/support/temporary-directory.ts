import {readFileSync, statfsSync} from 'node:fs';
import {freemem, tmpdir} from 'node:os';

const MEMORY_DISK = '/dev/shm';

/** More than twice what a whole run has there at a time. */
const REQUIRED_BYTES = 3 * 2 ** 30;

/**
 * The directory for temporary files of a test run: in memory where there is room, because each test file creates a
 * database of a thousand files, and each cluster as many. `TMPDIR`, if it is set.
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
    // Some tests run programs from there.
    if (!mount || mount[3]!.split(',').includes('noexec')) return false;
    const {bavail, bsize} = statfsSync(MEMORY_DISK);
    return Math.min(bavail * bsize, freemem()) >= REQUIRED_BYTES;
  } catch {
    // Not Linux.
    return false;
  }
}
