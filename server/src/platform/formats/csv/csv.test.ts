import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {csvLine, guarded} from './csv.ts';

test('a parser reads back any cell', () => {
  fc.assert(
    fc.property(fc.array(fc.string({unit: 'grapheme'}), {minLength: 2, maxLength: 6}), (cells) => {
      expect(parse(csvLine(cells), {recordDelimiter: '\n'})).toEqual([cells]);
    }),
  );
});

test.each(['=1', '  =1', '+1', '-1', '@a', '\tx', ' \rx', '\n=1', '＝1', '＠a'])(
  'escapes the formula %j',
  (text) => {
    expect(guarded(text)).toBe(`'${text}`);
  },
);

test.each(['', 'a=1', '1-1', 'a@b.c', "'=1"])('does not change %j', (text) => {
  expect(guarded(text)).toBe(text);
});
