import {afterEach, expect, test, vi} from 'vitest';
import {rememberSearch, searchHistory} from './search-history.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  '{',
  'null',
  '5',
  '"crew"',
  '{"terms": "crew"}',
  '[null]',
  '[{"terms": 5}]',
  '[{"terms": "a", "teams": {}}]',
])('stored searches that are damaged, such as %s, are forgotten', (stored) => {
  let text: string | null = stored;
  vi.stubGlobal('localStorage', {getItem: () => text, setItem: (_: string, value: string) => (text = value)});
  expect(searchHistory()).toEqual([]);
  rememberSearch('beacon', 'all');
  rememberSearch('beacon', undefined);
  expect(searchHistory()).toEqual([{terms: 'beacon'}, {terms: 'beacon', teams: 'all'}]);
});
