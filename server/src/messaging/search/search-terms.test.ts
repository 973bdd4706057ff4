import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {isEmptySearch, parseSearchTerms} from './search-terms.ts';

const word = (text: string) => ({text, isPrefix: false});

describe('search input', () => {
  test('is split into words, phrases and filters', () => {
    expect(
      parseSearchTerms(
        'plain -not "a phrase" -"no phrase" pre* #Tag -#other from:@Ann -from: bob in:~Town channel:x -in:y',
      ),
    ).toEqual({
      words: [word('plain'), word('a phrase'), {text: 'pre', isPrefix: true}],
      excludedWords: [word('not'), word('no phrase')],
      hashtags: [word('tag')],
      excludedHashtags: [word('other')],
      from: ['ann'],
      excludedFrom: ['bob'],
      in: ['town', 'x'],
      excludedIn: ['y'],
      extensions: [],
      excludedExtensions: [],
      has: [],
      excludedHas: [],
      times: {start: 0, end: Number.MAX_SAFE_INTEGER},
      excludedTimes: [],
    });
  });

  test("uses days in the user's time zone", () => {
    const day = Date.UTC(2024, 1, 29);
    expect(parseSearchTerms('on:2024-2-29', {timeZoneOffset: 7200}).times).toEqual({
      start: day - 7_200_000,
      end: day + 86_400_000 - 7_200_000,
    });
    expect(parseSearchTerms('after:2024-02-28 before:2024-03-01').times).toEqual({
      start: day,
      end: day + 86_400_000,
    });
  });

  test('can filter by file extension', () => {
    const {words, extensions, excludedExtensions} = parseSearchTerms('ext:.PDF ext: docx -ext:exe');
    expect([words, extensions, excludedExtensions]).toEqual([[], ['pdf', 'docx'], ['exe']]);
  });

  test('can filter by what a message contains', () => {
    const {words, has, excludedHas} = parseSearchTerms('has:file -has:Link has:wings');
    expect([words, has, excludedHas]).toEqual([[word('has:wings')], ['file'], ['link']]);
  });

  test.each(['on:2023-02-29', 'before:tomorrow', 'after:2024-13-01'])(
    '%s is not a day, so it is treated as words',
    (terms) => {
      const {words, times} = parseSearchTerms(terms);
      expect(words).toEqual([word(terms)]);
      expect(times.start).toBe(0);
    },
  );
});

// Fragments that have a meaning for the parser, mixed with other text.
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      'from:',
      'in:',
      '-',
      '"',
      '*',
      '#',
      ' ',
      '@',
      'on:',
      '2024-05-31',
      '\n',
      'word',
      '’',
      "'",
    ),
    fc.string({unit: 'binary', maxLength: 5}),
  ),
  {maxLength: 40},
);

test('any text is parsed, and every word in the result has a letter or digit', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const terms = parseSearchTerms(parts.join(''));
      const words = [terms.words, terms.excludedWords, terms.hashtags, terms.excludedHashtags].flat();
      for (const {text} of words) expect(text).toMatch(/[\p{L}\p{N}]/u);
      for (const name of [terms.from, terms.in].flat()) expect(name).not.toBe('');
      expect(typeof isEmptySearch(terms)).toBe('boolean');
    }),
    {numRuns: 2000},
  );
});

test.each(['from:@', 'in:~', 'channel:#'])('%s is an empty filter', (text) => {
  expect(isEmptySearch(parseSearchTerms(text))).toBe(true);
});

test('words without operators are unchanged', () => {
  const plain = fc.array(fc.stringMatching(/^[a-z0-9]{1,10}$/), {minLength: 1, maxLength: 10});
  fc.assert(
    fc.property(plain, (words) => {
      expect(parseSearchTerms(words.join(' ')).words).toEqual(words.map(word));
    }),
  );
});

test('at most ten words, including words in phrases, and ten filters are used', () => {
  const typed = Array.from({length: 12}, (_, index) => `w${index} from:f${index}`).join(' ');
  const {words, from} = parseSearchTerms(`"one two" -three ${typed} "${'four '.repeat(50)}"`);
  expect(words.map(({text}) => text)).toEqual(['one two', 'w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
  expect(from).toHaveLength(10);
  const [phrase] = parseSearchTerms(`"${'four '.repeat(50)}"`).words;
  expect(phrase?.text.split(' ')).toHaveLength(10);
});

test('punctuation on its own is neither a word nor a prefix', () => {
  const {words} = parseSearchTerms(`${'-- !!! *** - '.repeat(10)}"one -- ${'… '.repeat(20)}two" three pre*`);
  expect(words.map(({text, isPrefix}) => [text.replaceAll('… ', ''), isPrefix])).toEqual([
    ['one -- two', false],
    ['three', false],
    ['pre', true],
  ]);
  const [phrase] = parseSearchTerms(`"${'four - '.repeat(30)}"`).words;
  expect(phrase?.text).toBe(`${Array(10).fill('four').join(' - ')} -`);
});

test('at most three prefixes are used, including hashtags and exclusions', () => {
  const {words, hashtags, excludedWords} = parseSearchTerms('a* -b* #c* d* word -e* #f*');
  expect(words.map(({text}) => text)).toEqual(['a', 'word']);
  expect(excludedWords.map(({text}) => text)).toEqual(['b']);
  expect(hashtags.map(({text}) => text)).toEqual(['c']);
});

test('long hostile texts are parsed quickly', () => {
  const length = 100_000;
  for (const text of ['"', '-', '-"', 'from:', 'from: ', '#', '*', '!', 'a!', ' ', 'on:x ']) {
    parseSearchTerms(text.repeat(length / text.length));
  }
  parseSearchTerms(`from:${' '.repeat(length)}`);
  parseSearchTerms(`${'!'.repeat(length)}a${'!'.repeat(length)}`);
});
