import {expect, test} from 'vitest';
import {daysBetween, rangeFilter, withoutDays} from './date-filters.ts';
import {parseFilters} from './search-terms.ts';

const days = (terms: string) => {
  const found = daysBetween(parseFilters(terms));
  return found && [found.first, found.last];
};

test('a range of days becomes filters that include both, and back', () => {
  for (const range of [
    {first: '2026-11-03', last: '2026-11-10'},
    {first: '2025-12-31', last: '2026-01-01'},
  ]) {
    const [name, value] = rangeFilter(range);
    expect(days(`deploy ${name}:${value} from:anna`)).toEqual([range.first, range.last]);
  }
  expect(rangeFilter({first: '2026-02-28', last: '2026-03-01'})).toEqual([
    'after',
    '2026-02-27 before:2026-03-02',
  ]);
  expect(rangeFilter({first: '2026-11-03', last: '2026-11-03'})).toEqual(['on', '2026-11-03']);
});

test('other filters for days are not a range', () => {
  for (const terms of [
    'after:2026-11-02',
    'after:2026-11-02 -before:2026-11-11',
    'after:2026-11-02 before:2026-11-03',
    'after:2026-11-02 before:2026-02-30',
    'after:2026-11-02 before:soon',
    'after:2026-11-02 before:2026-11-11 before:2026-11-12',
  ]) {
    expect(days(terms), terms).toBeUndefined();
  }
});

test('a search can be without filters for days', () => {
  expect(withoutDays('a on:2026-01-01 from:anna -on:2026-01-02 After:2026-01-01 b before:2026-01-03')).toBe(
    'a from:anna -on:2026-01-02 b',
  );
});
