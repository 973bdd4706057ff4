import {Readable} from 'node:stream';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Line, readLines} from './jsonl.ts';

async function linesOf(
  chunks: Iterable<Uint8Array>,
  options?: Parameters<typeof readLines>[1],
): Promise<Line[]> {
  const all: Line[] = [];
  for await (const lines of readLines(Readable.from(chunks, {objectMode: true}), options)) all.push(...lines);
  return all;
}

const bytes = (text: string) => Buffer.from(text);

/** Splits the buffer into pieces of the given lengths, repeatedly. */
function cut(buffer: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0, i = 0; start < buffer.length; i++) {
    const length = lengths[i % lengths.length]!;
    pieces.push(buffer.subarray(start, start + length));
    start += length;
  }
  return pieces;
}

test('splits any text into lines, regardless of chunk boundaries', async () => {
  const line = fc.string({unit: 'binary', maxLength: 30}).map((text) => text.replaceAll('\n', ' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, {minLength: 1}),
      fc.array(fc.integer({min: 1, max: 40}), {minLength: 1}),
      async (texts, lengths) => {
        const whole = bytes(texts.join('\n'));
        const expected = whole.toString('utf8').split('\n');
        if (expected.at(-1) === '') expected.pop();
        const found = await linesOf(cut(whole, lengths));
        const heading = (text: string) => text.replace(/^\ufeff/, '');
        expect(found.map(({text}) => text)).toEqual(
          expected.map((text, i) => (i === 0 ? heading(text) : text)),
        );
        expect(found.map(({number}) => number)).toEqual(expected.map((_, i) => i + 1));
        expect(found.at(-1)?.end ?? 0).toBe(whole.length);
      },
    ),
  );
});

test('never throws for any bytes, and every line is either text or an error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({maxLength: 200}),
      fc.array(fc.integer({min: 1, max: 20}), {minLength: 1}),
      async (array, lengths) => {
        const whole = Buffer.from(array);
        const found = await linesOf(cut(whole, lengths), {maxLineBytes: 50});
        let start = 0;
        for (const {text, fault, end} of found) {
          const hasFeed = whole[end - 1] === 10;
          const line = whole.subarray(start, hasFeed ? end - 1 : end);
          start = end;
          if (line.length > 50) expect(fault).toEqual({kind: 'too-long', bytes: line.length});
          else if (!fault)
            expect(bytes(text).equals(line) || line.subarray(3).equals(bytes(text))).toBe(true);
          else expect(() => new TextDecoder('utf8', {fatal: true}).decode(line)).toThrow();
        }
        expect(start).toBe(whole.length);
      },
    ),
  );
});

test('keeps carriage returns and blank lines, and accepts a last line without a line feed', async () => {
  const found = await linesOf([bytes('a\r\n\r\n\nb')]);
  expect(found.map(({number, text, end}) => [number, text, end])).toEqual([
    [1, 'a\r', 3],
    [2, '\r', 5],
    [3, '', 6],
    [4, 'b', 7],
  ]);
});

test('returns no lines for an empty stream', async () => {
  expect(await linesOf([])).toEqual([]);
  expect(await linesOf([bytes('')])).toEqual([]);
});

test('removes and reports a byte order mark at the beginning', async () => {
  let marks = 0;
  const onByteOrderMark = () => void marks++;
  const found = await linesOf([bytes('\ufeffa\n\ufeffb\n')], {onByteOrderMark});
  expect(found.map(({text}) => text)).toEqual(['a', '\ufeffb']);
  expect(marks).toBe(1);
});

describe('reads the other lines after an invalid line', () => {
  test('that is too long', async () => {
    const whole = bytes(`a\n${'x'.repeat(25)}\nb\n${'y'.repeat(11)}`);
    for (const lengths of [[1], [7], [1000]]) {
      const found = await linesOf(cut(whole, lengths), {maxLineBytes: 10});
      expect(found.map(({text, fault}) => fault ?? text)).toEqual([
        'a',
        {kind: 'too-long', bytes: 25},
        'b',
        {kind: 'too-long', bytes: 11},
      ]);
    }
  });

  test('that is not UTF-8, and reports the position of the first invalid byte', async () => {
    const latin1 = Buffer.from('grün', 'latin1');
    const found = await linesOf([Buffer.concat([bytes('über \ufffd\nä'), latin1, bytes('\nb')])]);
    expect(found.map(({text, fault}) => fault ?? text)).toEqual([
      'über \ufffd',
      {kind: 'bad-utf8', byte: 5},
      'b',
    ]);
  });
});

test('can continue from a position', async () => {
  const found = await linesOf([bytes('c\nd')], {from: {lines: 2, bytes: 4}});
  expect(found).toEqual([
    {number: 3, text: 'c', end: 6},
    {number: 4, text: 'd', end: 7},
  ]);
});
