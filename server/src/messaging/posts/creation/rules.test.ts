import fc from 'fast-check';
import {expect, test} from 'vitest';
import {MAX_MESSAGE_LENGTH} from '../schema.ts';
import {requireMessageFits} from './rules.ts';

test('a message of just the length fits, one more does not, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'ä', '語', '😀'), (character) => {
      const longest = character.repeat(MAX_MESSAGE_LENGTH);
      requireMessageFits(longest);
      expect(() => requireMessageFits(`${longest}.`)).toThrow(/16384 characters/);
    }),
    {numRuns: 4},
  );
});
