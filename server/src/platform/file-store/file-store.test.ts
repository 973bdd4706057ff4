import {execFile} from 'node:child_process';
import {createHash, randomBytes} from 'node:crypto';
import {mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFileStore, type FileStore} from './file-store.ts';

let directory: string;
let store: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  store = createFileStore({directory: join(directory, 'files')});
});
afterEach(() => rm(directory, {recursive: true, force: true}));

const everything = () => readdir(directory, {recursive: true, withFileTypes: true});
const filesOnDisk = async () => (await everything()).filter((entry) => entry.isFile()).map(({name}) => name);

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

test('removing the last file of a folder removes the folder', async () => {
  await store.write('deep/er/file', Buffer.from('x'));
  await store.write('deep/other', Buffer.from('x'));
  await store.remove('deep/er/file');
  expect(await readdir(join(directory, 'files', 'deep'))).toEqual(['other']);
});

test('files can be created and removed concurrently in a folder that is created and removed with them', async () => {
  await Promise.all(
    Array.from({length: 10}, async (_, worker) => {
      for (let i = 0; i < 50; i++) {
        const path = `busy/place/${worker}-${i}`;
        await store.write(path, Buffer.from(path));
        expect(await text(await store.read(path))).toBe(path);
        await store.remove(path);
      }
    }),
  );
  expect(await filesOnDisk()).toEqual([]);
});

test('only the server account can read files and folders', async () => {
  await store.write('private/file', Buffer.from('x'));
  const mode = async (path: string) =>
    ((await stat(join(directory, 'files', path))).mode & 0o777).toString(8);
  expect([await mode('private/file'), await mode('private'), await mode('.')]).toEqual(['600', '700', '700']);
});

test('a library can read a local file by name', async () => {
  await store.write('local', Buffer.from('content'));
  expect(await store.withLocalFile('local', async (name) => (await stat(name)).size)).toBe(7);
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
    expect(await filesOnDisk()).toEqual([]);
  });
});

describe('failures', () => {
  test('content that breaks off leaves the existing file unchanged', async () => {
    await store.write('x', Buffer.from('whole'));
    async function* broken() {
      yield Buffer.from('ha');
      throw Object.assign(new Error('the client went away'), {code: 'ECONNRESET', syscall: 'read'});
    }
    await expect(store.write('x', broken())).rejects.toThrow('the client went away');
    expect(await text(await store.read('x'))).toBe('whole');
    expect(await filesOnDisk()).toEqual(['x']);
  });

  test('a disk failure is an error without a path and leaves no files', async () => {
    await mkdir(join(directory, 'files'));
    await writeFile(join(directory, 'files', 'blocked'), 'a file where a folder should be');
    await expect(store.write('blocked/file', Buffer.from('x'))).rejects.toMatchObject({
      status: 500,
      id: 'api.file.write_file.app_error',
      message: expect.not.stringContaining('blocked'),
    });
    expect(await filesOnDisk()).toEqual(['blocked']);
  });

  test('a full disk has its own error and leaves no files', async () => {
    // A file size limit simulates a full disk.
    const script = `
      import {createFileStore} from ${JSON.stringify(join(import.meta.dirname, 'file-store.ts'))};
      process.on('SIGXFSZ', () => {});
      const store = createFileStore({directory: ${JSON.stringify(join(directory, 'files'))}});
      await store.write('large', Buffer.alloc(1_000_000)).catch(({status, id}) => console.log(status, id));`;
    const command = `ulimit -f 100; exec "${process.execPath}" --input-type=module -e "$SCRIPT"`;
    const {stdout} = await promisify(execFile)('sh', ['-c', command], {
      env: {...process.env, SCRIPT: script},
    });
    expect(stdout.trim()).toBe('507 api.file.write_file.no_space.app_error');
    expect(await filesOnDisk()).toEqual([]);
  });

  test('the content stream is destroyed if the disk fails', async () => {
    await writeFile(join(directory, 'files'), 'a file where the store should be');
    const content = Readable.from([Buffer.from('x')]);
    await expect(store.write('file', content)).rejects.toMatchObject({status: 500});
    expect(content.destroyed).toBe(true);
  });

  test('incomplete files of a killed process are removed after a day', async () => {
    await store.write('kept', Buffer.from('x'));
    const incoming = join(directory, 'files', '.incoming');
    await writeFile(join(incoming, 'old'), 'half');
    await writeFile(join(incoming, 'young'), 'half');
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    await utimes(join(incoming, 'old'), twoDaysAgo, twoDaysAgo);
    await store.removeAbandoned();
    expect(new Set(await filesOnDisk())).toEqual(new Set(['kept', 'young']));
  });

  test('cleaning up an empty store does nothing', async () => {
    await store.removeAbandoned();
  });
});
