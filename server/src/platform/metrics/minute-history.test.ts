import {expect, test} from 'vitest';
import {createMinuteHistory} from './minute-history.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1, 12, 0, 30);
const FIRST = Date.UTC(2026, 0, 1, 12, 0);

/** A history of the values in `now`, which the test changes. */
function historyOf(now: {count: number; load: number}) {
  return createMinuteHistory({
    since: START,
    sources: {
      count: {kind: 'total', read: () => now.count},
      load: {kind: 'level', read: async () => now.load},
    },
  });
}

test('a minute has the increase of totals and the maximum of levels', async () => {
  const now = {count: 3, load: 5};
  const history = historyOf(now);
  await history.sample(START);
  now.load = 9;
  await history.sample(START + 10_000);
  Object.assign(now, {count: 10, load: 2});
  // Both sample at the same time, and the increase of 7 is counted once.
  await Promise.all([history.sample(START + MINUTE), history.sample(START + MINUTE)]);
  expect(history.until(START + 3 * MINUTE, 100)).toEqual({
    since: START,
    step: MINUTE,
    points: [
      {at: FIRST, count: 3, load: 9},
      {at: FIRST + MINUTE, count: 7, load: 2},
      {at: FIRST + 2 * MINUTE, count: 0, load: 0},
      {at: FIRST + 3 * MINUTE, count: 0, load: 0},
    ],
  });
});

test('a failed sample loses no data', async () => {
  let broken = true;
  const history = createMinuteHistory({
    since: START,
    sources: {
      count: {
        kind: 'total',
        read() {
          if (broken) throw new Error('not now');
          return 4;
        },
      },
    },
  });
  await expect(history.sample(START)).rejects.toThrow('not now');
  broken = false;
  await history.sample(START);
  expect(history.until(START, 10).points).toEqual([{at: FIRST, count: 4}]);
});

test('the history covers the last 24 hours with the requested number of points', async () => {
  const now = {count: 0, load: 0};
  const history = historyOf(now);
  const minutes = 3 * 24 * 60 + 3;
  for (let minute = 0; minute < minutes; minute++) {
    now.count += 1;
    now.load = minute;
    await history.sample(FIRST + minute * MINUTE);
  }
  // Not at the end of a step.
  const end = FIRST + (minutes - 1) * MINUTE;
  const exact = history.until(end, 1440);
  expect({step: exact.step, count: exact.points.length, first: exact.points[0]}).toEqual({
    step: MINUTE,
    count: 1440,
    first: {at: end - 1439 * MINUTE, count: 1, load: minutes - 1440},
  });
  for (const [most, step] of [
    [1439, 2],
    [720, 2],
    [144, 10],
    [100, 15],
    [2, 720],
  ] as const) {
    const {points, ...answer} = history.until(end, most);
    expect(answer).toEqual({since: START, step: step * MINUTE});
    expect(points.length).toBe((24 * 60) / step);
    expect(points[0]!.count).toBe(step);
    expect(points.at(-1)!.load).toBe(minutes - 1);
    expect(points.every(({at}, index) => at === points[0]!.at + index * answer.step)).toBe(true);
  }
});
