import {expect, test} from 'vitest';
import {
  isSearchable,
  parseFilters,
  parseWords,
  withOwnName,
  withoutFilter,
  withoutFilters,
} from './search-terms.ts';

const SEARCH = 'deploy "exact phrase" -not from:anna -in:random on:2026-01-31 pre*';

test('the filters of a search can be listed and removed', () => {
  const filters = parseFilters(SEARCH);
  expect(filters.map(({text}) => text)).toEqual(['from:anna', '-in:random', 'on:2026-01-31']);
  expect(filters[0]).toEqual({name: 'from', value: 'anna', text: 'from:anna'});
  expect(withoutFilter(SEARCH, filters[1]!)).toBe('deploy "exact phrase" -not from:anna on:2026-01-31 pre*');
  expect(withoutFilters(SEARCH)).toBe('deploy "exact phrase" -not pre*');
  expect(parseFilters('from: anna')).toEqual([{name: 'from', value: 'anna', text: 'from: anna'}]);
  expect(parseFilters('https://example.com from:')).toEqual([]);
});

test('the words of a search are the words that results contain', () => {
  expect(parseWords(SEARCH)).toEqual(['deploy', 'exact phrase', 'pre']);
});

test('me is the person who searches', () => {
  expect(withOwnName('from:me -from: @Me from:mel me', 'anna')).toBe('from:anna -from: anna from:mel me');
});

test('a search needs a word or a complete filter', () => {
  for (const terms of [SEARCH, '-x', 'from:anna', 'from: "anna"', '"a', 'пирс', '#1']) {
    expect(isSearchable(terms), terms).toBe(true);
  }
  for (const terms of ['', ' ', 'from:', '-in: ', '"', '""', '*', '- "']) {
    expect(isSearchable(terms), terms).toBe(false);
  }
});
