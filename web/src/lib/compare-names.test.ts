import fc from 'fast-check';
import {afterEach, describe, expect, test} from 'vitest';
import {LANGUAGES} from '../../../server/src/platform/languages/languages.ts';
import {compareNames} from './compare-names.ts';
import {$language} from './language.ts';

afterEach(() => $language.set(undefined));

describe.each(LANGUAGES)('names in %s', (language) => {
  const expected = (a: string, b: string) => Math.sign(a.localeCompare(b, language, {numeric: true}));
  const compare = (a: string, b: string) => {
    $language.set(language);
    return Math.sign(compareNames(a, b));
  };

  test('are in the order of the language', () => {
    const plain = fc.string({unit: fc.constantFrom(...'aAbBzZ0129 ._-'), maxLength: 6});
    const others = fc.string({unit: fc.constantFrom(...'aäöÅßéz1ーあ中ب#('), maxLength: 6});
    const any = fc.oneof(plain, others);
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(compare(a, b)).toBe(expected(a, b));
      }),
      {
        numRuns: 1_000,
        examples: [
          ['02', '2'],
          ['a02', 'A2'],
          ['-0', '-'],
        ],
      },
    );
  });

  test('have numbers in the order of their values', () => {
    const names = [
      'release 10',
      'Release 9',
      'release 09a',
      'release',
      'town_square',
      'town-square',
      'town.square',
    ];
    const sorted = names.toSorted((a, b) => a.localeCompare(b, language, {numeric: true}));
    expect(names.toSorted(compare)).toEqual(sorted);
    expect(sorted[1]).toBe('Release 9');
  });
});
