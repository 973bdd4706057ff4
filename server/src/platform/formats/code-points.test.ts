import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countCodePoints} from './code-points.ts';

test('characters are code points, as the language itself counts them', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (text) => {
      expect(countCodePoints(text)).toBe([...text].length);
    }),
  );
});

test('a lone surrogate is one character', () => {
  expect(countCodePoints('\ud83d')).toBe(1);
  expect(countCodePoints('\ude00\ud83d')).toBe(2);
  expect(countCodePoints('\ud83d\ude00')).toBe(1);
});
