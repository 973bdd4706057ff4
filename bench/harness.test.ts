import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {type BenchCase, type Contender, median, type Round, runCase} from './harness.ts';

describe('runCase', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'patchbay-bench-test-'));
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(directory, {recursive: true, force: true});
  });

  /** Returns these rates in turn, starting with the warm-up. */
  function contender(rates: number[], order: string[], name: string, extra: Partial<Round> = {}): Contender {
    let turn = 0;
    return {
      pid: process.pid,
      async measure() {
        order.push(name);
        return {rate: rates[turn++]!, faults: [], ...extra};
      },
    };
  }

  function run(baseline: Contender, subject: Contender, goals: Partial<BenchCase> = {}) {
    const benchCase: BenchCase = {
      name: 'example',
      description: 'an example',
      goal: 0.7,
      unit: 'requests',
      // The limit doesn't apply: the measured process is that of the tests.
      goalMemory: Number.POSITIVE_INFINITY,
      start: async () => ({baseline, subject}),
      ...goals,
    };
    return runCase(benchCase, {rounds: 3, seconds: 1}, directory);
  }

  test('compares medians of alternating rounds, without the warm-up', async () => {
    const order: string[] = [];
    const result = await run(
      contender([1, 100, 1000, 90], order, 'baseline'),
      contender([1, 80, 75, 5], order, 'subject'),
    );
    expect(order).toEqual(['baseline', 'subject', ...Array(3).fill(['baseline', 'subject']).flat()]);
    expect(result).toMatchObject({ratio: 0.75, passed: true, baseline: {rate: 100}, subject: {rate: 75}});
    expect(JSON.parse(readFileSync(join(directory, 'example.json'), 'utf8'))).toEqual(result);
  });

  test('misses a goal by its ratio', async () => {
    const result = await run(contender([1, 1, 1, 1], [], 'b'), contender([1, 0.6, 0.6, 0.6], [], 's'));
    expect(result.passed).toBe(false);
  });

  test('misses a goal by memory', async () => {
    const sides = ['b', 's'].map((name) => contender([1, 1, 1, 1], [], name));
    expect(await run(sides[0]!, sides[1]!, {goalMemory: 1e6})).toMatchObject({
      passed: false,
      faults: [expect.stringMatching(/^subject: it had [\d,]+ MB in memory, 1 MB is the most$/)],
    });
  });

  test('misses a goal by latency', async () => {
    const slow = {latency: {p50: 1, p99: 51}};
    const result = await run(contender([1, 1, 1, 1], [], 'b'), contender([1, 1, 1, 1], [], 's', slow), {
      goalP99: 50,
    });
    expect(result.passed).toBe(false);
  });

  test('fails when either side responds incorrectly, however fast', async () => {
    const wrong = {faults: ['3 responses were not 2xx']};
    const result = await run(contender([1, 1, 1, 1], [], 'b'), contender([1, 9, 9, 9], [], 's', wrong));
    expect(result).toMatchObject({
      passed: false,
      faults: Array(3).fill('subject: 3 responses were not 2xx'),
    });
  });
});

test('median', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
