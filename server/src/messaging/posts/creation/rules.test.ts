import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countRunes, MAX_MESSAGE_RUNES, requireMessageFits} from './rules.ts';

test('characters are code points, as the language itself counts them', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (text) => {
      expect(countRunes(text)).toBe([...text].length);
    }),
  );
});

test('a lone surrogate is one character', () => {
  expect(countRunes('\ud83d')).toBe(1);
  expect(countRunes('\ude00\ud83d')).toBe(2);
  expect(countRunes('\ud83d\ude00')).toBe(1);
});

test('a message of just the length fits, one more does not, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'ä', '語', '😀'), (character) => {
      const longest = character.repeat(MAX_MESSAGE_RUNES);
      requireMessageFits(longest);
      expect(() => requireMessageFits(`${longest}.`)).toThrow(/16384 characters/);
    }),
    {numRuns: 4},
  );
});
