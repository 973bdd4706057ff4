import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import type {Contender, Round} from './harness.ts';

const ROOT = join(import.meta.dirname, '..');

/** What a program that has read lines says of it, as JSON. */
export interface LinesRead {
  lines: number;
  seconds: number;
  ending: string;
  objects?: Record<string, Record<string, number>>;
}

/** Runs a program of the project to its end under this Node, on the database of that data directory. */
export async function runToEnd(
  args: readonly string[],
  {dataDirectory}: {dataDirectory: string},
): Promise<LinesRead> {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...args], {
    cwd: ROOT,
    env: {...process.env, NODE_ENV: 'production', PATCHBAY_DATA: dataDirectory},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
  return JSON.parse(output) as LinesRead;
}

/** Runs `patchbay import bulk` with these arguments: what its report says. */
export function importBulk(args: readonly string[], options: {dataDirectory: string}): Promise<LinesRead> {
  return runToEnd(['server/src/cli.ts', 'import', 'bulk', ...args, '--json'], options);
}

/** Lines a second of programs that end by themselves; their time is what they say that they took. */
export function untilEnd(work: () => Promise<LinesRead>): Contender {
  return {
    // Nothing that outlives the round: there is no memory to report.
    pid: 0,
    async measure(): Promise<Round> {
      const {lines, seconds, ending} = await work();
      return {rate: lines / seconds, faults: ending === 'done' ? [] : [`it ended with ${ending}`]};
    },
  };
}
