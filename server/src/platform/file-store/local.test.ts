import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {FileStore} from './file-store.ts';
import {createLocalStore} from './local.ts';

let directory: string;
let store: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  store = createLocalStore({directory: join(directory, 'files')});
});
afterEach(() => rm(directory, {recursive: true, force: true}));

const filesOnDisk = async () =>
  (await readdir(directory, {recursive: true, withFileTypes: true}))
    .filter((entry) => entry.isFile())
    .map(({name}) => name);

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

describe('failures', () => {
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
      import {createLocalStore} from ${JSON.stringify(join(import.meta.dirname, 'local.ts'))};
      process.on('SIGXFSZ', () => {});
      const store = createLocalStore({directory: ${JSON.stringify(join(directory, 'files'))}});
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
