import {expect, test} from 'vitest';
import {movedTo} from './arranging.ts';

test.each([
  ['before an earlier one', 'c', 'a', 'before', 'cabd'],
  ['after a later one', 'a', 'c', 'after', 'bcad'],
  ['to the place of a later one', 'a', 'c', 'place', 'bcad'],
  ['to the place of an earlier one', 'd', 'b', 'place', 'adbc'],
  ['into another list', 'x', 'b', 'place', 'axbcd'],
  ['next to itself', 'b', 'b', 'after', 'abcd'],
  ['next to one that is not there', 'b', 'x', 'after', 'abcd'],
] as const)('%s', (_, id, other, side, expected) => {
  expect(movedTo([...'abcd'], id, other, side).join('')).toBe(expected);
});
