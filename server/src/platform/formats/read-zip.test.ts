import {randomBytes} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer, text} from 'node:stream/consumers';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import yazl from 'yazl';
import {openArchive, UnsafeArchiveError} from './read-zip.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-archive-'));
});
afterAll(() => rm(directory, {recursive: true, force: true}));

type Content = {name: string; content: string | Buffer; mode?: number; compress?: boolean};

async function archive(
  contents: Content[],
  tamper: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const {name, content, mode, compress = true} of contents) {
    zip.addBuffer(Buffer.from(content), name, {mode: mode ?? 0o100644, compress});
  }
  zip.end();
  const file = join(directory, `${randomBytes(8).toString('hex')}.zip`);
  await writeFile(file, tamper(await buffer(zip.outputStream)));
  return file;
}

/** Replaces a name with one of the same length that yazl would not write. */
function renamed(from: string, to: string): (bytes: Buffer) => Buffer {
  return (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}

test('lists entries by path and reads them individually', async () => {
  const big = randomBytes(300_000);
  const file = await archive([
    {name: 'import.jsonl', content: '{}\n'},
    {name: 'data/a/b.bin', content: big},
    {name: 'data/empty', content: ''},
  ]);
  const opened = await openArchive(file);
  expect([...opened.entries.values()]).toEqual([
    {path: 'import.jsonl', size: 3},
    {path: 'data/a/b.bin', size: 300_000},
    {path: 'data/empty', size: 0},
  ]);
  expect(await text(await opened.read(opened.entries.get('import.jsonl')!))).toBe('{}\n');
  expect((await buffer(await opened.read(opened.entries.get('data/a/b.bin')!))).equals(big)).toBe(true);
  await opened.close();
});

test('normalizes names to NFC', async () => {
  const opened = await openArchive(await archive([{name: 'data/u\u0308.txt', content: 'x'}]));
  expect([...opened.entries.keys()]).toEqual(['data/ü.txt']);
  await opened.close();
});

describe('rejects before unpacking anything', () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'a path outside the archive',
      () => archive([{name: 'aa/evil', content: 'x'}], renamed('aa/evil', '../evil')),
      /\.\./,
    ],
    [
      'a hidden parent path',
      () => archive([{name: 'a/bb/evil', content: 'x'}], renamed('a/bb/evil', 'a/../evil')),
      /\.\./,
    ],
    [
      'an absolute path',
      () => archive([{name: 'aetc/x', content: 'x'}], renamed('aetc/x', '/etc/x')),
      /absolute/,
    ],
    [
      'a drive letter',
      () => archive([{name: 'aaetc/x', content: 'x'}], renamed('aaetc/x', 'c:etc/x')),
      /absolute/,
    ],
    ['a link', () => archive([{name: 'link', content: '/etc/passwd', mode: 0o120777}]), /link/],
    [
      'duplicate names',
      () =>
        archive(
          [
            {name: 'a', content: '1'},
            {name: 'b', content: '2'},
          ],
          renamed('b', 'a'),
        ),
      /two entries/,
    ],
    [
      'a zip bomb',
      () => archive([{name: 'bomb', content: Buffer.alloc(20 * 1024 * 1024)}]),
      /grows 1\d\d\d times/,
    ],
  ])('%s', async (_, make, message) => {
    await expect(openArchive(await make())).rejects.toThrow(message);
  });

  test('too many or too large entries', async () => {
    const file = await archive([
      {name: 'a', content: '12'},
      {name: 'b', content: '34'},
    ]);
    await expect(openArchive(file, {maxEntries: 1})).rejects.toThrow(UnsafeArchiveError);
    await expect(openArchive(file, {maxEntryBytes: 1})).rejects.toThrow('larger than 1 bytes');
  });
});

test('rejects truncated archives and other files', async () => {
  const file = await archive([{name: 'a', content: 'content'}]);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 10));
  await expect(openArchive(file)).rejects.toThrow();
  await writeFile(file, 'no archive');
  await expect(openArchive(file)).rejects.toThrow();
});

test('never reads more than the declared size of an entry', async () => {
  const content = 'x'.repeat(1000);
  const file = await archive([{name: 'a', content, compress: false}], (bytes) => {
    const central = bytes.lastIndexOf(Buffer.from('PK\x01\x02'));
    bytes.writeUInt32LE(10, central + 20);
    bytes.writeUInt32LE(10, central + 24);
    return bytes;
  });
  const opened = await openArchive(file);
  const read = await text(await opened.read(opened.entries.get('a')!)).catch((error: Error) => error);
  // Stored entries have no end marker, so they are cut at the declared size.
  expect(read === content.slice(0, 10) || read instanceof Error).toBe(true);
  await opened.close();
});
