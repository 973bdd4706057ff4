import fc from 'fast-check';
import {expect, test} from 'vitest';
import {splitMessage} from './split-message.ts';

const runes = (text: string) => [...text].length;

test('a message at the limit has one part, and with one more code point two', () => {
  expect(splitMessage('x'.repeat(16_383)).map(runes)).toEqual([16_383]);
  expect(splitMessage('x'.repeat(16_384)).map(runes)).toEqual([16_383, 1]);
});

test('the limit counts code points, not UTF-16 units', () => {
  expect(splitMessage('😀'.repeat(16_383)).map(runes)).toEqual([16_383]);
  expect(splitMessage('😀'.repeat(16_384)).map(runes)).toEqual([16_383, 1]);
});

test('emoji of several code points and accented letters are not split', () => {
  expect(splitMessage('abc👨‍👩‍👧‍👦', 5)).toEqual(['abc', '👨‍👩‍👧‍👦'.slice(0, 8), '👨‍👩‍👧‍👦'.slice(8)]);
  expect(splitMessage('abcd🇩🇪x', 5)).toEqual(['abcd', '🇩🇪x']);
  expect(splitMessage('abcde\u0301f', 5)).toEqual(['abcd', 'e\u0301f']);
});

test('any text: the parts add up to the text, fit, and split no surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary', maxLength: 300}), fc.integer({min: 1, max: 40}), (text, limit) => {
      const parts = splitMessage(text, limit);
      expect(parts.join('')).toBe(text);
      for (const part of parts) {
        expect(runes(part)).toBeLessThanOrEqual(limit);
        expect(part.isWellFormed()).toBe(true);
      }
      if (text !== '') expect(parts).not.toContain('');
    }),
  );
});
