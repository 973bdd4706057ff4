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

/** The JSON that a program prints after reading lines. */
export interface LinesRead {
  lines: number;
  seconds: number;
  ending: string;
  objects?: Record<string, Record<string, number>>;
  /** The peak memory of the program in bytes; 0 if the system doesn't report it. */
  peakMemory: number;
}

/** Runs a program of the project with this Node on the database of a data directory, and waits for it to exit. */
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

/** Runs `patchbay import bulk` with these arguments and returns its report. */
export function importBulk(args: readonly string[], options: {dataDirectory: string}): Promise<LinesRead> {
  return runToEnd(['server/src/cli.ts', 'import', 'bulk', ...args, '--json'], options);
}

/**
 * Writes these lines to a file, after a version line, and imports the file. Throws if the import doesn't complete.
 */
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
 * Measures the lines per second of programs that exit by themselves and report their time. Using more than 300 MB of
 * memory is an error.
 */
export function untilExit(work: () => Promise<LinesRead>): Contender {
  return {
    // No process survives the round, so there is no memory to report.
    pid: 0,
    async measure(): Promise<Round> {
      const {lines, seconds, ending, peakMemory} = await work();
      const faults = ending === 'done' ? [] : [`it ended with ${ending}`];
      if (peakMemory > MEMORY_GOAL) faults.push(`it used ${Math.round(peakMemory / 1e6)} MB of memory`);
      return {rate: lines / seconds, faults};
    },
  };
}
