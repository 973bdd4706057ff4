import crypto from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm, stat, utimes} from 'node:fs/promises';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import S3rver from 's3rver';
import type {S3Connection} from '../../server/src/platform/file-store/s3/s3.ts';

/** A store with the S3 protocol and a bucket, on a free loopback port. */
export interface S3Server {
  connection: S3Connection;
  /** The settings for a server that uses it. */
  settings: {FileSettings: Record<string, string | number | boolean>};
  /** Called for every request before the store handles it. Can break the connection. */
  onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** The names of all files on the store's disk, including parts of unfinished uploads. */
  filesOnDisk(): Promise<string[]>;
  /** Makes all unfinished uploads look as if they had started at this time, in milliseconds. */
  ageUploads(startedAt: number): Promise<void>;
  /** Breaks all connections and accepts no new ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = 'patchbay';
/** The only account of s3rver. */
const KEY = 'S3RVER';

/**
 * Starts the store. It uses s3rver, which doesn't check signatures and conditions such as If-Match, and treats a
 * range that ends at the first byte as open-ended. Aborting uploads and listing unfinished ones is added here.
 */
export async function startS3Server(): Promise<S3Server> {
  makeContinuationTokensWork();
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-s3-'));
  const store = new S3rver({directory, silent: true, configureBuckets: [{name: BUCKET, configs: []}]});
  await store.configureBuckets();
  const handle = store.callback();
  const uploads = join(directory, BUCKET, '._S3rver_uploads');

  async function abortUpload(id: string, response: ServerResponse): Promise<void> {
    await rm(join(uploads, basename(id)), {recursive: true, force: true});
    response.writeHead(204).end();
  }

  async function listUploads(response: ServerResponse): Promise<void> {
    const found = await Promise.all(
      (await readdir(uploads).catch(() => [])).map(async (id) => {
        const key = await readFile(join(uploads, id, 'key'), 'utf8');
        const initiated = (await stat(join(uploads, id, 'key'))).mtime.toISOString();
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
      }),
    );
    response.setHeader('Content-Type', 'application/xml');
    response.end(`<ListMultipartUploadsResult>${found.join('')}</ListMultipartUploadsResult>`);
  }

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    s3Server.onRequest(request, response);
    if (response.destroyed || response.writableEnded) return;
    const {searchParams} = new URL(request.url!, 'http://localhost');
    const uploadId = searchParams.get('uploadId');
    if (request.method === 'DELETE' && uploadId) void abortUpload(uploadId, response);
    else if (request.method === 'GET' && searchParams.has('uploads')) void listUploads(response);
    else void handle(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  const port = await listen(0);
  const endpoint = `127.0.0.1:${port}`;
  const MIB = 1024 * 1024;
  const s3Server: S3Server = {
    connection: {
      endpoint,
      ssl: false,
      region: '',
      bucket: BUCKET,
      accessKeyId: KEY,
      secretAccessKey: KEY,
      encrypt: false,
      requestTimeout: 5_000,
      partBytes: 5 * MIB,
    },
    settings: {
      FileSettings: {
        DriverName: 'amazons3',
        AmazonS3Endpoint: endpoint,
        AmazonS3SSL: false,
        AmazonS3Bucket: BUCKET,
        AmazonS3AccessKeyId: KEY,
        AmazonS3SecretAccessKey: KEY,
        AmazonS3RequestTimeoutMilliseconds: 5_000,
      },
    },
    onRequest() {},
    async filesOnDisk() {
      const entries = await readdir(directory, {recursive: true, withFileTypes: true});
      return entries.filter((entry) => entry.isFile()).map(({name}) => name);
    },
    async ageUploads(startedAt) {
      for (const id of await readdir(uploads)) {
        await utimes(join(uploads, id, 'key'), startedAt / 1000, startedAt / 1000);
      }
    },
    cut,
    async repair() {
      if (!server.listening) await listen(port);
    },
    async close() {
      await cut();
      await rm(directory, {recursive: true, force: true});
    },
  };
  return s3Server;
}

/** s3rver encrypts the tokens with DES, which OpenSSL 3 no longer supports. This makes them plain text. */
function makeContinuationTokensWork(): void {
  const plain = {update: (text: string | Buffer) => Buffer.from(text), final: () => Buffer.alloc(0)};
  const {createCipheriv, createDecipheriv} = crypto;
  Object.assign(crypto, {
    createCipheriv: (...call: Parameters<typeof createCipheriv>) =>
      String(call[0]) === 'des' ? plain : createCipheriv(...call),
    createDecipheriv: (...call: Parameters<typeof createDecipheriv>) =>
      String(call[0]) === 'des' ? plain : createDecipheriv(...call),
  });
}
