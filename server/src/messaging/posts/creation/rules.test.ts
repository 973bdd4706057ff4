import fc from 'fast-check';
import {expect, test} from 'vitest';
import {MAX_MESSAGE_LENGTH} from '../schema.ts';
import {requireMessageFits} from './rules.ts';

test('a message of the maximum length fits and a longer one does not, with any characters', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'ä', '語', '😀'), (character) => {
      const longest = character.repeat(MAX_MESSAGE_LENGTH);
      requireMessageFits(longest);
      expect(() => requireMessageFits(`${longest}.`)).toThrow(/but has 16384/);
    }),
    {numRuns: 4},
  );
});
