import {createHash} from 'node:crypto';
import {expect, test} from 'vitest';
import type {ImportSource} from '../source/source.ts';
import type {UnfinishedImport} from './import-state.ts';
import {openAtResumePoint} from './resume.ts';

const FILE = 'one\ntwo\nthree\nfour\n';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An unfinished import that completed the lines of `text`. */
const doneWith = (text: string, id = 'earlier'): UnfinishedImport => ({
  id,
  lines: 9,
  done: {lines: text.split('\n').length - 1, bytes: Buffer.byteLength(text), sha256: sha256(text)},
  counts: {} as UnfinishedImport['counts'],
});

/** A source with chunks of the given size. `closed` counts readers that stopped before the end. */
function source(text: string, {size = 3, rereadable = true} = {}) {
  const closed: number[] = [];
  async function* read() {
    let at = 0;
    try {
      for (; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
    } finally {
      if (at < text.length) closed.push(at);
    }
  }
  return {file: {name: 'lines.jsonl', rereadable, read} as unknown as ImportSource, closed};
}

async function open(file: ImportSource, ...unfinished: UnfinishedImport[]) {
  const {chunks, digest, from, earlier} = await openAtResumePoint(file, unfinished);
  const rest: Uint8Array[] = [];
  for await (const chunk of chunks) rest.push(chunk);
  return {rest: Buffer.concat(rest).toString(), from, earlier: earlier?.id, digest};
}

test.each([1, 3, 4, 8, 100])('a file resumes where it stopped, with chunks of %i bytes', async (size) => {
  const earlier = doneWith('one\ntwo\n');
  const {rest, from, earlier: id, digest} = await open(source(FILE, {size}).file, earlier);
  expect({rest, from, id}).toEqual({rest: 'three\nfour\n', from: earlier.done, id: 'earlier'});
  // The digest also covers the bytes before that position.
  expect(digest.at(FILE.length)).toBe(sha256(FILE));
});

test('a file resumes even if it was corrected or extended after that position', async () => {
  expect(await open(source('one\ntwo\n3\nfour\nfive\n').file, doneWith('one\ntwo\n'))).toMatchObject({
    rest: '3\nfour\nfive\n',
    earlier: 'earlier',
  });
});

test('a file that ends at that position has nothing left', async () => {
  expect(await open(source(FILE).file, doneWith(FILE))).toMatchObject({rest: '', earlier: 'earlier'});
});

test('a file with a different beginning is read from the start, and the first reader is closed', async () => {
  const changed = source('one\nTWO\nthree\n');
  const {rest, from, earlier, digest} = await open(changed.file, doneWith('one\ntwo\n'));
  expect({rest, from, earlier}).toEqual({
    rest: 'one\nTWO\nthree\n',
    from: {lines: 0, bytes: 0, sha256: ''},
    earlier: undefined,
  });
  expect(digest.at(4)).toBe(sha256('one\n'));
  expect(changed.closed).toHaveLength(1);
});

test.each(['one\n', ''])('a shorter file is read from the start: %j', async (text) => {
  expect(await open(source(text).file, doneWith('one\ntwo\n'))).toMatchObject({
    rest: text,
    earlier: undefined,
  });
});

test('an import that had completed nothing starts over', async () => {
  expect(await open(source(FILE).file, doneWith(''))).toMatchObject({rest: FILE, earlier: undefined});
});

test('the first matching one of several imports is resumed', async () => {
  const others = [doneWith('other\n', 'other'), doneWith('one\n', 'short'), doneWith('one\ntwo\n', 'long')];
  expect(await open(source(FILE).file, ...others)).toMatchObject({
    rest: 'two\nthree\nfour\n',
    earlier: 'short',
  });
});

test('a source that cannot be read twice is read from the start', async () => {
  const once = source(FILE, {rereadable: false});
  expect(await open(once.file, doneWith('one\ntwo\n'))).toMatchObject({rest: FILE, earlier: undefined});
});
