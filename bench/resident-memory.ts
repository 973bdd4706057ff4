import {readFileSync, readlinkSync} from 'node:fs';

const POLL_INTERVAL_MS = 200;

/**
 * The resident memory of a process and of its child processes that run the same program, in bytes; 0 if the system
 * doesn't report it. Shared memory, mostly the program's own file, counts once.
 */
function residentMemory(pid: number): number {
  return helpersOf(pid).reduce((sum, helper) => sum + bytesOf(helper, 'RssAnon'), bytesOf(pid, 'VmRSS'));
}

/** The peak memory of a process and its child processes during `work`, in bytes; 0 if it is unknown. */
export async function peakMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{result: T; memory: number}> {
  let memory = residentMemory(pid);
  const look = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid));
  }, POLL_INTERVAL_MS);
  try {
    return {result: await work(), memory};
  } finally {
    clearInterval(look);
  }
}

function bytesOf(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The child processes that run the same program. Excludes PostgreSQL. */
function helpersOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const program = readlinkSync(`/proc/${pid}/exe`);
    return children
      .map(Number)
      .filter((child) => child > 0 && readlinkSync(`/proc/${child}/exe`) === program);
  } catch {
    return [];
  }
}
