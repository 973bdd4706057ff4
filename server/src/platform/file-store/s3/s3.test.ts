import {createHash, randomBytes} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {type S3Server, startS3Server} from '../../../../../test/support/s3-server.ts';
import type {FileStore} from '../file-store.ts';
import {checkS3Connection, createS3Store, type S3Connection} from './s3.ts';

const MIB = 1024 * 1024;

let s3: S3Server;
let temporary: string;
let store: FileStore;

beforeAll(async () => {
  s3 = await startS3Server();
  temporary = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
});
beforeEach(() => {
  store = createS3Store({connection: s3.connection, prefix: 'chat/files/', temporary});
});
afterEach(async () => {
  s3.onRequest = () => {};
  await s3.repair();
  await store.removeFolder();
});
afterAll(async () => {
  await s3.close();
  await rm(temporary, {recursive: true, force: true});
});

/** Yields this many MiB. With `fail`, throws after that. */
async function* mebibytes(count: number, fail = false): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(MIB, i);
  if (fail) throw new Error('the client went away');
}

test('a file of several parts is stored as one', async () => {
  const content = Buffer.concat(await Array.fromAsync(mebibytes(11)));
  const parts: (string | string[] | undefined)[] = [];
  s3.onRequest = ({url, headers}) => {
    if (url!.includes('partNumber=')) parts.push(headers['x-amz-content-sha256']);
  };
  const digest = await store.write('large', mebibytes(11));
  expect(digest).toEqual({size: 11 * MIB, sha256: createHash('sha256').update(content).digest('hex')});
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  // The store compares each part with its hash.
  expect(new Set(parts)).toEqual(
    new Set([0, 5, 10].map((start) => sha256(content.subarray(start * MIB, (start + 5) * MIB)))),
  );
  expect(await buffer(await store.read('large'))).toEqual(content);
  expect(await store.digest('large')).toEqual(digest);
  await store.copy('large', 'copies/large');
  expect(await store.size('copies/large')).toBe(11 * MIB);
});

test('the parts grow with the expected size, because there can be only 10,000 of them', async () => {
  const parts: string[] = [];
  s3.onRequest = ({url}) => void (url!.includes('partNumber=') && parts.push(url!));
  await store.write('large', mebibytes(9), {expectedBytes: 64_000 * MIB});
  expect(parts).toHaveLength(2);
});

test('a recorded digest is not read again', async () => {
  const reads: string[] = [];
  s3.onRequest = ({method, url}) => void (method === 'GET' && reads.push(url!));
  const digest = await store.write('small', Buffer.from('x'));
  await store.write('large', mebibytes(6), {digest: {...digest, size: 6 * MIB}});
  expect(await store.digest('small')).toEqual(digest);
  expect(await store.digest('large')).toEqual({size: 6 * MIB, sha256: digest.sha256});
  expect(reads).toEqual([]);
});

test('content that fails in a later part leaves nothing behind', async () => {
  const before = await s3.filesOnDisk();
  const content = Readable.from(mebibytes(12, true), {objectMode: false});
  await expect(store.write('broken', content)).rejects.toThrow('the client went away');
  expect(content.destroyed).toBe(true);
  expect(await s3.filesOnDisk()).toEqual(before);
});

test('a part that the store rejects leaves nothing behind, and the content is not read further', async () => {
  const before = await s3.filesOnDisk();
  s3.onRequest = ({url}, response) => {
    if (url!.includes('partNumber=2')) response.writeHead(403).end();
  };
  const content = Readable.from(mebibytes(100), {objectMode: false});
  await expect(store.write('rejected', content)).rejects.toMatchObject({status: 503});
  expect(content.destroyed).toBe(true);
  expect(await s3.filesOnDisk()).toEqual(before);
});

test('a download continues where the connection breaks', async () => {
  const content = randomBytes(3 * MIB);
  await store.write('x', content);
  let broken = 0;
  s3.onRequest = ({method}, response) => {
    if (method !== 'GET' || broken++ > 1) return;
    const {write} = response;
    let sent = 0;
    response.write = function (this: typeof response, chunk: Buffer, ...rest: never[]) {
      sent += chunk.length;
      if (sent > MIB) return this.destroy() && false;
      return (write as (...call: unknown[]) => boolean).call(this, chunk, ...rest);
    } as typeof write;
  };
  expect(await buffer(await store.read('x'))).toEqual(content);
  expect(await buffer(await store.read('x', {start: 1000, end: 2_000_000}))).toEqual(
    content.subarray(1000, 2_000_001),
  );
  expect(broken).toBeGreaterThan(2);
});

test('a download whose reader stops closes its connection', async () => {
  await store.write('x', Buffer.alloc(20 * MIB));
  const closed = Promise.withResolvers<void>();
  s3.onRequest = ({method}, response) => void (method === 'GET' && response.on('close', closed.resolve));
  const stream = await store.read('x');
  stream.destroy();
  await closed.promise;
});

test('any number of files can be listed and removed', async () => {
  const names = Array.from({length: 1_003}, (_, n) => `many/${String(n).padStart(4, '0')}`);
  while (names.length > 0) {
    await Promise.all(names.splice(0, 100).map((name) => store.write(name, new Uint8Array())));
  }
  await store.write('one', new Uint8Array());
  const paths = (await Array.fromAsync(store.list('many'))).map(({path}) => path);
  expect([paths.length, new Set(paths).size, paths[0], paths.at(-1)]).toEqual([
    1003,
    1003,
    'many/0000',
    'many/1002',
  ]);
  await store.removeFolder('many');
  expect((await Array.fromAsync(store.list())).map(({path}) => path)).toEqual(['one']);
});

test('a store that is down causes a 503 that tells operators what was tried, and works again later', async () => {
  await store.write('x', Buffer.from('content'));
  await s3.cut();
  const {endpoint} = s3.connection;
  await expect(store.read('x')).rejects.toMatchObject({
    status: 503,
    id: 'api.file.storage_unavailable.app_error',
    message: 'The file storage is not available right now. Try again in a moment.',
    detail: expect.stringMatching(`^read x in the bucket "patchbay" at http://${endpoint}: ECONNREFUSED`),
  });
  await expect(store.write('y', Buffer.from('new'))).rejects.toMatchObject({status: 503});
  await expect(store.exists('x')).rejects.toMatchObject({status: 503});
  await expect(Array.fromAsync(store.list())).rejects.toMatchObject({status: 503});
  await s3.repair();
  expect(await text(await store.read('x'))).toBe('content');
});

test('a request to a store that does not respond fails after the timeout', async () => {
  const hasty = createS3Store({
    connection: {...s3.connection, requestTimeout: 50},
    prefix: 'chat/files/',
    temporary,
  });
  s3.onRequest = (_request, response) => {
    response.end = () => response;
  };
  await expect(hasty.read('x')).rejects.toMatchObject({
    status: 503,
    detail: expect.stringContaining('ETIMEDOUT'),
  });
});

test('an upload that a killed process left is aborted after a day, even if the first abort failed', async () => {
  const before = await s3.filesOnDisk();
  s3.onRequest = ({method, url}, response) => {
    if (url!.includes('partNumber=2') || method === 'DELETE') response.writeHead(403).end();
  };
  await expect(store.write('killed', mebibytes(12))).rejects.toMatchObject({status: 503});
  s3.onRequest = () => {};
  const left = await s3.filesOnDisk();
  expect(left.length).toBeGreaterThan(before.length);
  await store.removeAbandoned();
  expect(await s3.filesOnDisk()).toEqual(left);
  await s3.ageUploads(Date.now() - 25 * 60 * 60 * 1000);
  await store.removeAbandoned();
  expect(await s3.filesOnDisk()).toEqual(before);
});

test('a store that cannot list unfinished uploads is supported', async () => {
  s3.onRequest = (_request, response) => void response.writeHead(501).end();
  await store.removeAbandoned();
});

test('the check explains each problem that a connection can have', async () => {
  const {endpoint} = s3.connection;
  const check = async (changed: Partial<S3Connection>) =>
    (await checkS3Connection({...s3.connection, ...changed}, 'chat/'))?.message;
  expect(await check({})).toBeUndefined();
  expect(await Array.fromAsync(store.list())).toEqual([]);
  expect(await check({bucket: 'missing'})).toBe(
    `FileSettings.AmazonS3Bucket: There is no bucket "missing". Tried to list files in the bucket "missing" at http://${endpoint}. Response: NoSuchBucket (HTTP 404): The specified bucket does not exist.`,
  );
  expect(await check({accessKeyId: 'WRONG'})).toMatch(
    /^FileSettings.AmazonS3AccessKeyId: The store doesn't know the access key "WRONG"\./,
  );
  s3.onRequest = (_request, response) =>
    void response
      .writeHead(403)
      .end('<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>');
  expect(await check({})).toMatch(
    /^FileSettings.AmazonS3SecretAccessKey: The secret doesn't belong to the access key\. .* \(HTTP 403\): No\.$/,
  );
  s3.onRequest = () => {};
  expect(await check({ssl: true})).toMatch(/^FileSettings.AmazonS3SSL: /);
  expect(await check({endpoint: 'no-such-host.invalid'})).toMatch(
    /^FileSettings.AmazonS3Endpoint: The name of no-such-host.invalid can't be resolved\./,
  );
  s3.onRequest = ({method}, response) => void (method === 'PUT' && response.writeHead(403).end());
  expect(await check({})).toMatch(
    /no permission for this. Tried to write a file in .* Response: .*\(HTTP 403\)/,
  );
  await s3.cut();
  expect(await check({})).toMatch(
    /^FileSettings.AmazonS3Endpoint: .* can't be reached\. .* Response: ECONNREFUSED/,
  );
});
