import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandLine} from '../support/command-line.ts';
import {rawEntry, rawZip} from '../support/raw-zip.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// Files designed to fill the disk or the memory are rejected with the reason by a process with little memory, and
// nothing is imported.

const MIB = 1 << 20;
const VERSION = '{"type":"version","version":1}\n';
const TEAM = '{"type":"team","team":{"name":"bomb","display_name":"Bomb","type":"O"}}\n';
const LINES = rawEntry('import.jsonl', VERSION + TEAM);

let directory: string;
let testDatabase: TestDatabase;
let patchbay: ReturnType<typeof commandLine>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-bombs-'));
  testDatabase = await createTestDatabase();
  patchbay = commandLine(join(directory, 'data'), {
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    NODE_OPTIONS: '--max-old-space-size=320',
  });
});
afterAll(async () => {
  await testDatabase.close();
  await rm(directory, {recursive: true, force: true});
});

const zeros = (name: string, mib: number) => rawEntry(name, Buffer.alloc(mib * MIB));
/** A file whose second line repeats `unit` up to 60 MiB. */
const line =
  (unit: string, last = '') =>
  () =>
    Buffer.from(
      `${VERSION}{"type":"post","post":{"props":${unit.repeat((60 * MIB) / unit.length)}${last}}}\n`,
    );

test.each<[string, string, () => Buffer, RegExp]>([
  [
    'one entry with a high compression ratio',
    'ratio.zip',
    () => rawZip([LINES, zeros('data/a', 40)]),
    /nothing was extracted\. Its entry "data\/a" grows \d+ times/,
  ],
  [
    'many entries with a moderate compression ratio',
    'many.zip',
    () => {
      const one = zeros('data/0', 15);
      return rawZip([LINES, ...Array.from({length: 100}, (_, i) => ({...one, name: `data/${i}`}))]);
    },
    /nothing was extracted\. It grows \d+ times/,
  ],
  [
    'overlapping entries',
    'overlapping.zip',
    () => {
      const one = rawEntry('data/0', Buffer.from(Array.from({length: MIB}, (_, i) => (i * i) % 251)));
      const others = Array.from({length: 50}, (_, i) => ({...one, name: `data/${i + 1}`, packed: undefined}));
      return rawZip([LINES, one, ...others]);
    },
    /nothing was extracted\. Its entries overlap/,
  ],
  [
    'an entry with a huge size in its header',
    'huge.zip',
    () => rawZip([LINES, {...rawEntry('data/a', 'a'), size: 0xffff_fff0}]),
    /nothing was extracted\. Its entry "data\/a" grows \d+ times/,
  ],
  [
    'lines that are longer than the size in the header',
    'lying.zip',
    () => rawZip([{...rawEntry('import.jsonl', VERSION + ' '.repeat(40 * MIB)), size: VERSION.length}]),
    /too many bytes in the stream/,
  ],
  [
    'millions of entries',
    'entries.zip',
    () => rawZip([LINES], {count: 2_000_000}),
    /nothing was extracted\. It has more than 1000000 entries/,
  ],
  [
    'gzipped lines with a high compression ratio',
    'lines.jsonl.gz',
    () => gzipSync(Buffer.concat([Buffer.from(VERSION), Buffer.alloc(200 * MIB, ' ')])),
    /lines\.jsonl\.gz was rejected: it grows \d+ times/,
  ],
  [
    'a line that is too long',
    'long.jsonl',
    () => Buffer.concat([Buffer.from(VERSION), Buffer.alloc(70 * MIB, 'x')]),
    /line-too-long/,
  ],
  ['a line of nested lists', 'lists.jsonl', line('['), /line-too-large/],
  ['a line of nested objects', 'objects.jsonl', line('{"a":'), /line-too-large/],
  ['a line with millions of objects', 'flat.jsonl', line('[{},', '{}]'), /line-too-large/],
  ['a line with millions of numbers', 'numbers.jsonl', line('0,'), /line-too-large/],
  ['a line with millions of strings', 'texts.jsonl', line('"",'), /line-too-large/],
])('%s', async (_name, fileName, create, reason) => {
  const file = join(directory, fileName);
  await writeFile(file, create());
  // Both modes read files with the same code, so one archive and one file of lines are enough to test the other mode.
  const modes = ['ratio.zip', 'flat.jsonl'].includes(fileName) ? ['--validate', '--apply'] : ['--apply'];
  for (const mode of modes) {
    const {code, stdout, stderr} = await patchbay.run(['import', 'bulk', mode, file]);
    expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(reason)]);
  }
  const counts = await testDatabase.database.row({
    text: 'select (select count(*) from Teams) as teams, (select count(*) from FileInfo) as files',
  });
  expect(counts).toEqual({teams: 0, files: 0});
  await rm(file);
});

test('an attached zip bomb is imported like any file, because the import does not unpack it', async () => {
  const bomb = rawZip([zeros('a', 64)]);
  const post = {
    team: 'bomb',
    channel: 'town-square',
    user: 'ann',
    message: 'see the file',
    create_at: 1,
    attachments: [{path: 'bomb.zip'}],
  };
  const user = {
    username: 'ann',
    email: 'ann@example.com',
    teams: [{name: 'bomb', channels: [{name: 'town-square'}]}],
  };
  const lines = `${VERSION}${TEAM}${JSON.stringify({type: 'user', user})}\n${JSON.stringify({type: 'post', post})}\n`;
  const file = join(directory, 'nested.zip');
  await writeFile(file, rawZip([rawEntry('import.jsonl', lines), rawEntry('data/bomb.zip', bomb)]));
  const {code, stdout, stderr} = await patchbay.run(['import', 'bulk', '--apply', '--quiet', file]);
  expect([code, stderr], stdout).toEqual([0, '']);
  expect(await testDatabase.database.rows({text: 'select Name, Size from FileInfo'})).toEqual([
    {name: 'bomb.zip', size: bomb.length},
  ]);
});
