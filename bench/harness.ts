import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {cpus, release, totalmem} from 'node:os';
import {join} from 'node:path';
import {peakMemory} from './resident-memory.ts';
import {openRoom, type Room} from './room.ts';

/** A comparison of two ways to get the same result, measured in one run. */
export interface BenchCase {
  /** The name of its file in `bench/cases`. */
  name: string;
  description: string;
  /** The minimum acceptable ratio of the subject's rate to the baseline's. */
  goal: number;
  /** The unit of the rate, such as `requests`. */
  unit: string;
  /** Whether the rate is a plain number, not a number per second. */
  isNumber?: boolean;
  /** The maximum acceptable 99th percentile of the subject's latency, in milliseconds. */
  goalP99?: number;
  /** The maximum acceptable ratio of the subject's 99th percentile to the baseline's. */
  goalP99Growth?: number;
  /** The maximum memory of the subject in bytes, if it differs from {@link MEMORY_GOAL}. */
  goalMemory?: number;
  /** Seconds of load before the first round. The default is enough for a load at full speed. */
  warmUp?: number;
  /**
   * Starts both sides and everything they share. When the room closes, it stops everything that was started in it.
   */
  start(room: Room): Promise<{baseline: Contender; subject: Contender}>;
  /** Measures another server instead, without a baseline. */
  measureTarget?(target: Target, options: BenchOptions): Promise<void>;
}

/** A running server. */
export interface Target {
  url: string;
  /** An administrator's token. */
  token: string;
  /** The number of people to create. */
  people: number;
}

export interface Contender {
  /** The process whose memory is reported. */
  pid: number;
  /** Generates load for about this long. Work that can't be interrupted may take longer. */
  measure(seconds: number): Promise<Round>;
}

export interface Round {
  /** Units per second. */
  rate: number;
  /** In milliseconds; omitted if single operations are not timed. */
  latency?: {p50: number; p99: number};
  /** Error messages. Any message fails the case. */
  faults: string[];
}

export interface BenchOptions {
  rounds: number;
  seconds: number;
}

interface SideResult {
  rate: number;
  p99?: number;
  /** The peak of all rounds in bytes; omitted if the system doesn't report it. */
  residentMemory?: number;
  rounds: Round[];
}

export interface BenchResult {
  name: string;
  description: string;
  unit: string;
  goal: number;
  ratio: number;
  passed: boolean;
  faults: string[];
  baseline: SideResult;
  subject: SideResult;
  options: BenchOptions;
  machine: Record<string, string | number>;
  finishedAt: string;
}

/** The memory limit of each case, in bytes. */
export const MEMORY_GOAL = 300e6;

/** Long enough to compile the hot paths of both sides at full speed. */
const WARM_UP_SECONDS = 4;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Runs a case, prints each round and the result, and writes `<directory>/<case>.json`. */
export async function runCase(
  benchCase: BenchCase,
  options: BenchOptions,
  directory: string,
): Promise<BenchResult> {
  console.log(`${benchCase.name}: ${benchCase.description}`);
  const room = openRoom();
  try {
    const {baseline, subject} = await benchCase.start(room);
    // Warm up, so that the comparison doesn't include compilation, filling caches and opening connections.
    for (const contender of [baseline, subject]) await contender.measure(benchCase.warmUp ?? WARM_UP_SECONDS);

    const rounds = {baseline: [] as Round[], subject: [] as Round[]};
    const memory = {baseline: 0, subject: 0};
    const sides = {baseline, subject};
    for (let round = 1; round <= options.rounds; round++) {
      for (const side of ['baseline', 'subject'] as const) {
        const measured = await peakMemory(sides[side].pid, () => sides[side].measure(options.seconds));
        rounds[side].push(measured.result);
        memory[side] = Math.max(memory[side], measured.memory);
      }
      const [b, s] = [rounds.baseline.at(-1)!.rate, rounds.subject.at(-1)!.rate];
      console.log(
        `  round ${round}: baseline ${whole(b)}, subject ${whole(s)} ${unitOf(benchCase)}, ratio ${(s / b).toFixed(2)}`,
      );
    }
    const result = outcome(benchCase, options, {
      baseline: {rounds: rounds.baseline, memory: memory.baseline},
      subject: {rounds: rounds.subject, memory: memory.subject},
    });
    mkdirSync(directory, {recursive: true});
    writeFileSync(join(directory, `${benchCase.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
    print(result, benchCase);
    return result;
  } finally {
    await room.close();
  }
}

function outcome(
  {name, description, unit, goal, goalP99, goalP99Growth, goalMemory = MEMORY_GOAL}: BenchCase,
  options: BenchOptions,
  sides: Record<'baseline' | 'subject', {rounds: Round[]; memory: number}>,
): BenchResult {
  const [baseline, subject] = [sides.baseline, sides.subject].map(({rounds, memory}): SideResult => {
    const p99 = rounds.flatMap(({latency}) => latency?.p99 ?? []);
    return {
      rate: median(rounds.map(({rate}) => rate)),
      ...(p99.length > 0 && {p99: median(p99)}),
      ...(memory > 0 && {residentMemory: memory}),
      rounds,
    };
  }) as [SideResult, SideResult];
  const faults = [
    ...baseline.rounds.flatMap((round) => round.faults.map((fault) => `baseline: ${fault}`)),
    ...subject.rounds.flatMap((round) => round.faults.map((fault) => `subject: ${fault}`)),
    ...(sides.subject.memory > goalMemory
      ? [`subject: it had ${megabytes(sides.subject.memory)} in memory, ${megabytes(goalMemory)} is the most`]
      : []),
  ];
  const ratio = subject.rate / baseline.rate;
  const p99 = subject.p99 ?? Number.POSITIVE_INFINITY;
  const slow =
    (goalP99 !== undefined && p99 > goalP99) ||
    (goalP99Growth !== undefined && p99 > goalP99Growth * (baseline.p99 ?? 0));
  return {
    name,
    description,
    unit,
    goal,
    ratio,
    passed: faults.length === 0 && ratio >= goal && !slow,
    faults,
    baseline,
    subject,
    options,
    machine: machineFacts(),
    finishedAt: new Date().toISOString(),
  };
}

function print(result: BenchResult, benchCase: BenchCase): void {
  const {goalP99, goalP99Growth} = benchCase;
  for (const [side, {rate, p99, residentMemory: resident}] of [
    ['baseline', result.baseline],
    ['subject ', result.subject],
  ] as const) {
    const parts = [`${whole(rate)} ${unitOf(benchCase)}`];
    if (p99 !== undefined) parts.push(`p99 ${p99} ms`);
    if (resident !== undefined) parts.push(`${whole(resident / 2 ** 20)} MiB resident`);
    console.log(`  ${side}  ${parts.join(', ')}`);
  }
  for (const fault of new Set(result.faults)) console.log(`  ✗ ${fault}`);
  const p99Goal = [
    goalP99 === undefined ? '' : `, p99 at most ${goalP99} ms`,
    goalP99Growth === undefined ? '' : `, p99 at most ${goalP99Growth} times the baseline's`,
  ].join('');
  console.log(
    `  ${result.passed ? '✓' : '✗'} ratio ${result.ratio.toFixed(2)} (goal: at least ${result.goal}${p99Goal})`,
  );
}

const unitOf = ({unit, isNumber}: BenchCase) => (isNumber ? unit : `${unit}/s`);
const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;
const whole = (value: number) => Math.round(value).toLocaleString('en');

function machineFacts(): Record<string, string | number> {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory: totalmem(),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    commit: commit(),
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {cwd: import.meta.dirname})
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}
