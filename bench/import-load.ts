import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createWriteStream, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {type Contender, MEMORY_GOAL, type Round} from './harness.ts';
import {NODE_COMPILE_CACHE} from './patchbay.ts';

const ROOT = join(import.meta.dirname, '..');

/** What a program that has read lines says of it, as JSON. */
export interface LinesRead {
  lines: number;
  seconds: number;
  ending: string;
  objects?: Record<string, Record<string, number>>;
  /** The most that the program had in memory, in bytes; 0 where the system does not tell. */
  peakMemory: number;
}

/** Runs a program of the project to its end under this Node, on the database of that data directory. */
export async function runToEnd(
  args: readonly string[],
  {dataDirectory}: {dataDirectory: string},
): Promise<LinesRead> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PATCHBAY_DATA: dataDirectory,
      NODE_COMPILE_CACHE,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMemory = 0;
  const look = setInterval(() => {
    peakMemory = peakMemoryOf(child.pid!) ?? peakMemory;
  }, 100);
  const [output] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
  clearInterval(look);
  return {...(JSON.parse(output) as LinesRead), peakMemory};
}

function peakMemoryOf(pid: number): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Runs `patchbay import bulk` with these arguments: what its report says. */
export function importBulk(args: readonly string[], options: {dataDirectory: string}): Promise<LinesRead> {
  return runToEnd(['server/src/cli.ts', 'import', 'bulk', ...args, '--json'], options);
}

/** Writes these lines to that file, behind a version line, and imports it. Throws if that cannot be done to its end. */
export async function importLines(
  lines: readonly object[],
  {file, dataDirectory}: {file: string; dataDirectory: string},
): Promise<void> {
  const texts = [{type: 'version', version: 1}, ...lines].map((line) => `${JSON.stringify(line)}\n`);
  await pipeline(Readable.from(texts), createWriteStream(file));
  const {ending} = await importBulk([file, '--apply'], {dataDirectory});
  if (ending !== 'done') throw new Error(`The import of ${file} ended with ${ending}.`);
}

/**
 * Lines a second of programs that end by themselves; their time is what they say that they took. It is a fault if one
 * needs more than 300 MB of memory.
 */
export function untilEnd(work: () => Promise<LinesRead>): Contender {
  return {
    // Nothing that outlives the round: there is no memory to report.
    pid: 0,
    async measure(): Promise<Round> {
      const {lines, seconds, ending, peakMemory} = await work();
      const faults = ending === 'done' ? [] : [`it ended with ${ending}`];
      if (peakMemory > MEMORY_GOAL) faults.push(`it had ${Math.round(peakMemory / 1e6)} MB in memory`);
      return {rate: lines / seconds, faults};
    },
  };
}
