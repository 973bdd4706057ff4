import {once} from 'node:events';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createFileStore} from '../../server/src/platform/file-store/create-file-store.ts';
import type {FileStore} from '../../server/src/platform/file-store/file-store.ts';
import {commandLine} from '../support/command-line.ts';
import {type S3Server, startS3Server} from '../support/s3-server.ts';

// Tests `patchbay files copy` without a database, because it only needs the settings.

const MIB = 1024 * 1024;

let s3: S3Server;
let root: string;
let local: FileStore;
let cli: ReturnType<typeof commandLine>;

beforeAll(async () => {
  s3 = await startS3Server();
  root = await mkdtemp(join(tmpdir(), 'patchbay-copy-'));
  cli = commandLine(root);
  // The server still uses the directories.
  const FileSettings = {...s3.settings.FileSettings, DriverName: 'local'};
  await writeFile(join(root, 'config.json'), JSON.stringify({FileSettings}));
  local = createFileStore({driver: 'local', directory: join(root, 'files')});
  for (let n = 0; n < 40; n++) await local.write(`files/${n}/original.txt`, Buffer.from(`file ${n}`));
  await local.write('files/large/original.bin', Buffer.alloc(12 * MIB, 'x'));
  await local.write('profile-defaults/generated.png', Buffer.from('not copied'));
  const exports = createFileStore({driver: 'local', directory: join(root, 'export')});
  await exports.write('day/batch001.zip', Buffer.from('an export'));
});
afterAll(async () => {
  await s3.close();
  await rm(root, {recursive: true, force: true});
});

/** Runs a copy and returns its result. */
async function copy(from: string, to: string, ...options: string[]) {
  const {code, stdout, stderr} = await cli.run([
    'files',
    'copy',
    '--from',
    from,
    '--to',
    to,
    '--json',
    ...options,
  ]);
  return {code, stderr, ...(stdout && JSON.parse(stdout))};
}

const inBucket = (folder: string) =>
  createFileStore({
    driver: 'amazons3',
    connection: s3.connection,
    prefix: `${folder}/`,
    temporary: join(root, 'temporary'),
  });

test('a dry run writes nothing, and an interrupted copy continues where it stopped', async () => {
  expect(await copy('local', 's3', '--dry-run')).toMatchObject({
    code: 0,
    copied: 42,
    present: 0,
    dry_run: true,
  });
  expect(await Array.fromAsync(inBucket('files').list())).toEqual([]);

  const child = cli.start(['files', 'copy', '--from', 'local', '--to', 's3', '--concurrency', '1']);
  let writes = 0;
  s3.onRequest = ({method, url}) => {
    if (method === 'PUT' && url!.includes('original') && ++writes === 10) child.kill('SIGINT');
  };
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  s3.onRequest = () => {};
  expect([code, stderr]).toEqual([1, expect.stringContaining('Run the command again to continue.')]);
  const copied = (await Array.fromAsync(inBucket('files').list())).length;
  expect(copied).toBeGreaterThanOrEqual(9);
  expect(copied).toBeLessThan(41);

  expect(await copy('local', 's3')).toMatchObject({code: 0, files: 42, copied: 42 - copied, present: copied});
  expect(await copy('local', 's3')).toMatchObject({code: 0, copied: 0, present: 42, changed: []});
  expect(await inBucket('files').digest('files/large/original.bin')).toEqual(
    await local.digest('files/large/original.bin'),
  );
  expect(await inBucket('exports').exists('day/batch001.zip')).toBe(false);
  expect(await inBucket('export').exists('day/batch001.zip')).toBe(true);
});

test('a file with different content of the same size is copied, in both directions', async () => {
  await local.write('files/0/original.txt', Buffer.from('FILE 0'));
  expect(await copy('local', 's3')).toMatchObject({code: 0, copied: 1, present: 41});
  await local.removeFolder('files/1');
  await local.write('files/2/original.txt', Buffer.from('FILE 2'));
  expect(await copy('s3', 'local')).toMatchObject({code: 0, copied: 2, present: 40});
  expect((await readFile(join(root, 'files/files/2/original.txt'))).toString()).toBe('file 2');
});

test('errors explain what is wrong with settings and options', async () => {
  expect(await copy('local', 'local')).toMatchObject({
    code: 1,
    stderr: 'patchbay: --from and --to are both local. One must be local, the other s3.\n',
  });
  expect((await copy('local', 's3', '--concurrency', '0')).stderr).toContain('from 1 to 64');
  const wrong = commandLine(root, {PATCHBAY_FILESETTINGS_AMAZONS3BUCKET: 'nowhere'});
  const {code, stderr} = await wrong.run(['files', 'copy', '--from', 'local', '--to', 's3']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^patchbay: FileSettings.AmazonS3Bucket: There is no bucket "nowhere"\. .*NoSuchBucket/,
    ),
  ]);
});

test('a server with a wrong setting of the bucket names it at startup and does not start', async () => {
  const wrong = commandLine(root, {
    PATCHBAY_FILESETTINGS_DRIVERNAME: 'amazons3',
    PATCHBAY_FILESETTINGS_AMAZONS3ACCESSKEYID: 'WRONG',
  });
  const {code, stderr} = await wrong.run(['serve']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /The file storage doesn't work with these settings. FileSettings.AmazonS3AccessKeyId: The store doesn't know the access key "WRONG"\. Tried to list files in the bucket "patchbay" at http:.* Response: InvalidAccessKeyId \(HTTP 403\)/,
    ),
  ]);
});
