import {createHash, randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdtemp, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type S3Server, startS3Server} from '../../../../test/support/s3-server.ts';
import {createFileStore, type FileStoreLocation} from './create-file-store.ts';
import type {FileStore} from './file-store.ts';

let s3: S3Server;
let directory: string;
let store: FileStore;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
});
afterEach(() => rm(directory, {recursive: true, force: true}));

// Every driver passes the same tests.
describe.each<[string, () => FileStoreLocation]>([
  ['local', () => ({driver: 'local', directory: join(directory, 'files')})],
  [
    'amazons3',
    () => ({
      driver: 'amazons3',
      connection: s3.connection,
      // Each test has its own folder in the bucket, next to another file.
      prefix: `${basename(directory)}/files/`,
      temporary: join(directory, 'temporary'),
    }),
  ],
])('%s', (_driver, location) => {
  beforeEach(() => {
    store = createFileStore(location());
  });

  test('content from bytes and streams is stored, and its size and hash are returned', async () => {
    const content = randomBytes(300_000);
    const facts = {size: 300_000, sha256: createHash('sha256').update(content).digest('hex')};
    expect(await store.write('a/bytes.bin', content)).toEqual(facts);
    expect(
      await store.write('a/stream.bin', Readable.from([content.subarray(0, 5), content.subarray(5)])),
    ).toEqual(facts);
    expect(await buffer(await store.read('a/stream.bin'))).toEqual(content);
    expect(await store.size('a/stream.bin')).toBe(300_000);
  });

  test('a file can be empty', async () => {
    expect(await store.write('empty', new Uint8Array())).toMatchObject({size: 0});
    expect(await store.exists('empty')).toBe(true);
    expect(await text(await store.read('empty'))).toBe('');
  });

  test('a range includes both ends', async () => {
    await store.write('digits', Buffer.from('0123456789'));
    expect(await text(await store.read('digits', {start: 3, end: 5}))).toBe('345');
    expect(await text(await store.read('digits', {start: 9, end: 9}))).toBe('9');
  });

  test('a write replaces the file, and a copy is independent', async () => {
    await store.write('x', Buffer.from('old'));
    await store.copy('x', 'copies/y');
    await store.write('x', Buffer.from('new'));
    expect(await text(await store.read('x'))).toBe('new');
    expect(await text(await store.read('copies/y'))).toBe('old');
  });

  test('a missing file is reported', async () => {
    expect(await store.size('none')).toBeUndefined();
    expect(await store.exists('none/at/all')).toBe(false);
    await expect(store.read('none')).rejects.toMatchObject({status: 404, id: 'api.file.read_file.app_error'});
    await expect(store.copy('none', 'x')).rejects.toMatchObject({status: 404});
    await store.remove('none');
    expect(await Array.fromAsync(store.list('none'))).toEqual([]);
  });

  test('a folder is not a file', async () => {
    await store.write('folder/file', Buffer.from('x'));
    expect(await store.exists('folder')).toBe(false);
  });

  test('only the files of a folder are listed, in order', async () => {
    for (const path of ['f/b', 'f/a/z', 'f/a/y', 'other/x']) await store.write(path, Buffer.from(path));
    expect((await Array.fromAsync(store.list('f'))).map(({path, size}) => [path, size])).toEqual([
      ['f/a/y', 5],
      ['f/a/z', 5],
      ['f/b', 3],
    ]);
    expect((await Array.fromAsync(store.list())).map(({path}) => path)).toEqual(
      expect.arrayContaining(['f/b', 'other/x']),
    );
  });

  test('a library can read a file by name, and content that is not stored', async () => {
    await store.write('local', Buffer.from('content'));
    expect(await store.withLocalFile('local', async (name) => (await stat(name)).size)).toBe(7);
    const staged = Readable.from([Buffer.from('not stored')]);
    let used = '';
    const size = await store.withTemporaryFile(staged, async (name) => {
      used = name;
      return (await stat(name)).size;
    });
    expect([size, existsSync(used)]).toEqual([10, false]);
    expect((await Array.fromAsync(store.list())).map(({path}) => path)).toEqual(['local']);
  });

  test('the digest of a file is returned', async () => {
    const content = Buffer.from('digest');
    const digest = await store.write('digest', content);
    expect(await store.digest('digest')).toEqual(digest);
    expect(await store.digest('none')).toBeUndefined();
  });

  test('a folder is removed with everything in it, and nothing else', async () => {
    for (const path of ['f/a/y', 'f/b', 'fall/x']) await store.write(path, Buffer.from(path));
    await store.removeFolder('f');
    await store.removeFolder('none');
    expect((await Array.fromAsync(store.list())).map(({path}) => path)).toEqual(['fall/x']);
    await store.removeFolder();
    expect(await Array.fromAsync(store.list())).toEqual([]);
  });

  test('a content stream that fails leaves the existing file unchanged', async () => {
    await store.write('x', Buffer.from('whole'));
    async function* broken() {
      yield Buffer.from('ha');
      throw Object.assign(new Error('the client went away'), {code: 'ECONNRESET', syscall: 'read'});
    }
    await expect(store.write('x', broken())).rejects.toThrow('the client went away');
    expect(await text(await store.read('x'))).toBe('whole');
    expect((await Array.fromAsync(store.list())).map(({path}) => path)).toEqual(['x']);
  });

  describe('paths', () => {
    test.each([
      '',
      '.',
      '..',
      '../x',
      'a/../../x',
      'a/./b',
      '/etc/passwd',
      'a//b',
      'a/',
      '.hidden',
      'a\\b',
      'a\0b',
      'x'.repeat(256),
    ])('%j is rejected', async (path) => {
      await expect(store.write(path, Buffer.from('x'))).rejects.toThrow('is not a valid path');
      await expect(store.read(path)).rejects.toThrow('is not a valid path');
      await expect(store.remove(path)).rejects.toThrow('is not a valid path');
      await expect(store.size(path)).rejects.toThrow('is not a valid path');
      expect(await Array.fromAsync(store.list())).toEqual([]);
    });
  });
});
