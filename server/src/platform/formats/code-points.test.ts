import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countCodePoints} from './code-points.ts';

test('counts code points like JavaScript strings', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (text) => {
      expect(countCodePoints(text)).toBe([...text].length);
    }),
  );
});

test('counts a lone surrogate as one', () => {
  expect(countCodePoints('\ud83d')).toBe(1);
  expect(countCodePoints('\ude00\ud83d')).toBe(2);
  expect(countCodePoints('\ud83d\ude00')).toBe(1);
});
