import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {csvLine, guarded} from './csv.ts';

test('whatever is in a cell, a parser reads it back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({unit: 'grapheme'}), {minLength: 2, maxLength: 6}), (cells) => {
      expect(parse(csvLine(cells), {recordDelimiter: '\n'})).toEqual([cells]);
    }),
  );
});

test.each(['=1', '  =1', '+1', '-1', '@a', '\tx', ' \rx'])('%j is guarded', (text) => {
  expect(guarded(text)).toBe(`'${text}`);
});

test.each(['', 'a=1', '1-1', 'a@b.c', "'=1"])('%j is left as it is', (text) => {
  expect(guarded(text)).toBe(text);
});
