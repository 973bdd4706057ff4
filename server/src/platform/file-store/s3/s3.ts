import {statfs} from 'node:fs/promises';
import {Readable} from 'node:stream';
import type {S3Client} from '@aws-sdk/client-s3';
import type {FileContent, FileStore, StoredFile, WriteOptions} from '../file-store.ts';
import {createLocalStore} from '../local.ts';
import {fileMissing, noSpace} from '../store-errors.ts';
import {isStoreName, requireStorePath} from '../store-paths.ts';
import {digestOf, newTally, tallied} from '../tally.ts';
import {type ContentDigest, digestContent} from '../verified-content.ts';
import {continuedBody} from './continued-body.ts';
import type {S3Connection} from './s3-connection.ts';
import {isMissing, isNotSupported, storageUnavailable} from './s3-failures.ts';

export {checkS3Connection} from './check-s3-connection.ts';
export type {S3Connection} from './s3-connection.ts';
export type {ConnectionProblem} from './s3-failures.ts';

/** A folder in a bucket. */
export interface S3Location {
  connection: S3Connection;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** A local directory for temporary copies. */
  temporary: string;
}

const DAY = 24 * 60 * 60 * 1000;
/** The number of parts of a file that are in memory and sent at the same time. */
const PARTS_AT_ONCE = 2;
/** The protocol allows 10,000. The rest is for files that are larger than expected. */
const PLANNED_PARTS = 8_000;
/** The protocol's limits for copying an object and for deleting several. */
const MAX_COPY_BYTES = 5 * 1024 ** 3;
const MAX_DELETED_AT_ONCE = 1_000;

type S3Library = typeof import('./s3-client.ts');

/** The stores of a process that have the same connection share a client and its sockets. */
const clients = new Map<string, Promise<{client: S3Client; library: S3Library}>>();

function connect(connection: S3Connection): Promise<{client: S3Client; library: S3Library}> {
  const key = JSON.stringify(connection);
  let connected = clients.get(key);
  if (!connected) {
    connected = import('./s3-client.ts').then((library) => ({
      client: library.createS3Client(connection),
      library,
    }));
    clients.set(key, connected);
  }
  return connected;
}

/**
 * A file store in a folder of a bucket of Amazon S3 or a store with the same protocol. Content that a library must read
 * as a file is copied to a temporary local file. The library is loaded with the first operation.
 */
export function createS3Store({connection, prefix, temporary}: S3Location): FileStore {
  const {bucket: Bucket, encrypt, partBytes} = connection;
  const local = createLocalStore({directory: temporary});
  const sealed = encrypt ? ({ServerSideEncryption: 'AES256'} as const) : {};

  function keyOf(path: string): string {
    requireStorePath(path);
    return prefix + path;
  }

  /** Runs an operation with the client. @throws AppError 503 that says what was tried */
  async function attempt<Result>(
    operation: string,
    work: (s3: {client: S3Client; library: S3Library}) => Promise<Result>,
  ): Promise<Result> {
    const s3 = await connect(connection);
    try {
      return await work(s3);
    } catch (error) {
      throw storageUnavailable(error, operation, connection);
    }
  }

  async function write(
    path: string,
    content: FileContent,
    {expectedBytes = 0, digest}: WriteOptions = {},
  ): Promise<ContentDigest> {
    const tally = newTally();
    try {
      const object = {Bucket, Key: keyOf(path), ...sealed};
      const partSize = Math.max(partBytes, Math.ceil((digest?.size ?? expectedBytes) / PLANNED_PARTS));
      const chunks = tallied(content, tally);
      const start = await readStart(chunks, partSize);
      return await attempt(`write ${path}`, async ({client, library}) => {
        if (start.isComplete) {
          const stored = digestOf(tally);
          const Body = Buffer.concat(start.chunks);
          await client.send(new library.PutObjectCommand({...object, Body, Metadata: metadataOf(stored)}));
          return stored;
        }
        const upload = new library.Upload({
          client,
          queueSize: PARTS_AT_ONCE,
          partSize,
          params: {
            ...object,
            Body: Readable.from(joined(start.chunks, chunks), {objectMode: false}),
            ...(digest && {Metadata: metadataOf(digest)}),
          },
        });
        await upload.done();
        return digestOf(tally);
      });
    } catch (error) {
      if (content instanceof Readable) content.destroy();
      // Errors of the content's stream are for the caller to handle.
      throw tally.failure ? tally.failure.error : error;
    }
  }

  /** The store's metadata of a file; undefined if it doesn't exist. */
  async function head(path: string): Promise<{size: number; sha256: string | undefined} | undefined> {
    const Key = keyOf(path);
    return attempt(`look for ${path}`, async ({client, library}) => {
      try {
        const found = await client.send(new library.HeadObjectCommand({Bucket, Key}));
        return {size: found.ContentLength ?? 0, sha256: found.Metadata?.sha256};
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  async function read(path: string, range?: {start: number; end: number}): Promise<Readable> {
    const Key = keyOf(path);
    return attempt(`read ${path}`, async ({client, library}) => {
      const open = (from: number, to: number | undefined, etag?: string) =>
        client.send(
          new library.GetObjectCommand({
            Bucket,
            Key,
            ...((from > 0 || to !== undefined) && {Range: `bytes=${from}-${to ?? ''}`}),
            ...(etag && {IfMatch: etag}),
          }),
        );
      try {
        return await continuedBody({
          open,
          range,
          timeout: connection.requestTimeout,
          toError: (error) => storageUnavailable(error, `read ${path}`, connection),
        });
      } catch (error) {
        if (isMissing(error)) throw fileMissing(path);
        throw error;
      }
    });
  }

  async function* list(folder?: string): AsyncIterable<StoredFile> {
    const Prefix = folder === undefined ? prefix : `${keyOf(folder)}/`;
    let token: string | undefined;
    do {
      const page = await attempt(`list ${Prefix}`, ({client, library}) =>
        client.send(
          new library.ListObjectsV2Command({Bucket, Prefix, ...(token && {ContinuationToken: token})}),
        ),
      );
      for (const {Key = '', Size = 0, LastModified} of page.Contents ?? []) {
        const path = Key.slice(prefix.length);
        // Other programs may have created objects that stand for folders.
        if (!path.split('/').every(isStoreName)) continue;
        yield {path, size: Size, modifiedAt: LastModified?.getTime() ?? 0};
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async function removeAll(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    await attempt(`remove ${paths.length} files`, async ({client, library}) => {
      const Objects = paths.map((path) => ({Key: keyOf(path)}));
      const {Errors = []} = await client.send(
        new library.DeleteObjectsCommand({Bucket, Delete: {Objects, Quiet: true}}),
      );
      const [first] = Errors;
      if (first) throw Object.assign(new Error(`${first.Key}: ${first.Message}`), {name: first.Code});
    });
  }

  /** Aborts uploads in parts that a killed process left. The parts take space, but no listing shows them. */
  async function abortAbandonedUploads(): Promise<void> {
    await attempt(`list unfinished uploads of ${prefix}`, async ({client, library}) => {
      let markers = {};
      for (;;) {
        const page = await client.send(
          new library.ListMultipartUploadsCommand({Bucket, Prefix: prefix, ...markers}),
        );
        for (const {Key, UploadId, Initiated} of page.Uploads ?? []) {
          if (Date.now() - (Initiated?.getTime() ?? Date.now()) < DAY) continue;
          await client.send(new library.AbortMultipartUploadCommand({Bucket, Key, UploadId}));
        }
        if (!page.IsTruncated) return;
        markers = {KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker};
      }
    }).catch((error) => {
      // Such a store has its own rule for them.
      if (!isNotSupported(error.cause)) throw error;
    });
  }

  return {
    write,
    read,
    size: async (path) => (await head(path))?.size,
    exists: async (path) => (await head(path)) !== undefined,

    async digest(path) {
      const found = await head(path);
      if (!found) return undefined;
      const {size, sha256} = found;
      return sha256 === undefined ? digestContent(await read(path)) : {size, sha256};
    },

    async copy(from, to) {
      const found = await head(from);
      if (!found) throw fileMissing(from);
      if (found.size > MAX_COPY_BYTES) {
        await write(to, await read(from), {expectedBytes: found.size});
        return;
      }
      const CopySource = encodeURI(`${Bucket}/${keyOf(from)}`);
      await attempt(`copy ${from} to ${to}`, ({client, library}) =>
        client.send(new library.CopyObjectCommand({Bucket, Key: keyOf(to), CopySource, ...sealed})),
      );
    },

    async remove(path) {
      const Key = keyOf(path);
      await attempt(`remove ${path}`, ({client, library}) =>
        client.send(new library.DeleteObjectCommand({Bucket, Key})),
      );
    },

    async removeFolder(folder) {
      let paths: string[] = [];
      for await (const {path} of list(folder)) {
        paths.push(path);
        if (paths.length < MAX_DELETED_AT_ONCE) continue;
        await removeAll(paths);
        paths = [];
      }
      await removeAll(paths);
    },

    list,

    async withLocalFile(path, work) {
      const found = await head(path);
      if (!found) throw fileMissing(path);
      await requireSpace(temporary, found.size);
      return local.withTemporaryFile(await read(path), work);
    },

    withTemporaryFile: (content, work) => local.withTemporaryFile(content, work),

    async removeAbandoned() {
      await local.removeAbandoned();
      await abortAbandonedUploads();
    },
  };
}

/** The SHA-256 as metadata of an object, so that it needn't be read to compare it. */
function metadataOf({sha256}: ContentDigest): Record<string, string> {
  return {sha256};
}

/** Reads chunks until there are more than `bytes`, or to the end. */
async function readStart(
  chunks: AsyncGenerator<Uint8Array>,
  bytes: number,
): Promise<{chunks: Uint8Array[]; isComplete: boolean}> {
  const taken: Uint8Array[] = [];
  let size = 0;
  while (size <= bytes) {
    const {value, done} = await chunks.next();
    if (done) return {chunks: taken, isComplete: true};
    taken.push(value);
    size += value.byteLength;
  }
  return {chunks: taken, isComplete: false};
}

async function* joined(start: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  while (start.length > 0) yield start.shift()!;
  // Not `yield*`, which would pass the reader's failures on as failures of the content.
  for await (const chunk of rest) yield chunk;
}

/** @throws AppError 507 if the disk of a directory has fewer free bytes */
async function requireSpace(directory: string, bytes: number): Promise<void> {
  const disk = await statfs(directory).catch(() => undefined);
  if (disk && disk.bavail * disk.bsize < bytes) {
    throw noSpace(`a temporary copy of ${bytes} bytes in ${directory}`);
  }
}
