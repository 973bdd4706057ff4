import {readFileSync, readlinkSync} from 'node:fs';

const LOOK_EVERY_MS = 200;

/**
 * Bytes that a process has in memory, and those that run the same program for it; 0 where the system does not tell. What
 * such share with it, the program's own file above all, counts once.
 */
function residentMemory(pid: number): number {
  return helpersOf(pid).reduce((sum, helper) => sum + bytesOf(helper, 'RssAnon'), bytesOf(pid, 'VmRSS'));
}

/** The most bytes that it has in memory, with those that run for it, while `work` goes on; 0 if that cannot be seen. */
export async function mostMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{result: T; memory: number}> {
  let memory = residentMemory(pid);
  const look = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid));
  }, LOOK_EVERY_MS);
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

/** The processes that run the same program and were started by this one: not PostgreSQL. */
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
