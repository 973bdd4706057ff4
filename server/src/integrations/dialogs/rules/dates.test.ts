import {expect, test} from 'vitest';
import {isDate, isDateTime, isInstant, isRelativeTime, relativeHours, resolveDay} from './dates.ts';

/** The texts for which a check returns true. */
const accepted = (check: (text: string) => boolean, texts: string[]) => texts.filter(check);

test('a date has a year, a month and a day, and exists', () => {
  const texts = ['2026-01-31', '2026-02-30', 'x2026-01-31', '12026-01-31', '2026-01-31T08:00', '2026-1-31'];
  expect(accepted(isDate, texts)).toEqual(['2026-01-31']);
});

test('a time has hours and minutes, and may have seconds and an offset', () => {
  const good = ['T08:00', 'T08:00:59', 'T08:00:59.123Z', 'T08:00Z', 'T08:00+01:00'];
  const bad = ['T08', ' T08:00', 'T08:00Zx', 'T08:00:59.', 'T25:00', ''];
  const texts = [...good, ...bad].map((time) => `2026-01-31${time}`);
  expect(accepted(isDateTime, texts)).toEqual(texts.slice(0, good.length));
  expect(accepted(isInstant, texts)).toEqual(
    ['T08:00:59.123Z', 'T08:00Z', 'T08:00+01:00'].map((t) => `2026-01-31${t}`),
  );
});

test('a relative time is a word, or a number with a sign and a unit', () => {
  const good = ['today', 'tomorrow', 'yesterday', '+7d', '-12w', '+1M', '+3H', '-1234h'];
  expect(accepted(isRelativeTime, [...good, '7d', 'x+7d', '+7dx', '+7y', '+12345d', 'now'])).toEqual(good);
});

test('only relative times in hours have hours', () => {
  expect(['+3H', '-12h', '+3d', 'today', '2026-01-31'].map(relativeHours)).toEqual([
    3,
    -12,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a date with a time is on its day', () => {
  const calendar = {now: 0, timeZone: 'UTC'};
  expect(resolveDay('2026-01-31T08:00Z', calendar)).toBe('2026-01-31');
  expect(resolveDay('+25h', calendar)).toBe('1970-01-02');
});
