import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import type {ReadableStream as NodeReadableStream} from 'node:stream/web';
import {createTarDecoder, createTarPacker} from 'modern-tar';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore, StoredFile} from '../../platform/file-store/file-store.ts';

// An archive keeps its list of entries in memory, so files are packed: a million files take a few hundred entries.
const PACK_FILES = 5_000;
const PACK_BYTES = 1024 * 1024 * 1024;
/** Files up to this size are buffered, so that a file replaced during the backup is still consistent. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** The maximum number of files that are read ahead, and their bytes. */
const FILES_AHEAD = 8;
const BYTES_AHEAD = 16 * 1024 * 1024;
const FIXED_TIME = new Date(0);

/** The files of a store in groups that become one tar archive each. `isSkipped` excludes files. */
export async function* filePacks(
  store: FileStore,
  isSkipped: (path: string) => boolean,
): AsyncGenerator<StoredFile[]> {
  let pack: StoredFile[] = [];
  let bytes = 0;
  for await (const file of store.list()) {
    if (isSkipped(file.path)) continue;
    pack.push(file);
    bytes += file.size;
    if (pack.length >= PACK_FILES || bytes >= PACK_BYTES) {
      yield pack;
      pack = [];
      bytes = 0;
    }
  }
  if (pack.length > 0) yield pack;
}

/**
 * A tar archive of the files. Skips files that were deleted since they were listed.
 *
 * @param onFile is called with the size of each file in the archive
 */
export function packFiles(
  store: FileStore,
  files: readonly StoredFile[],
  onFile: (bytes: number) => void,
): Readable {
  const {readable, controller} = createTarPacker();
  async function feed(): Promise<void> {
    for await (const {path, content} of contentsOf(store, files)) {
      if (!content) continue;
      const entry = controller.add({name: path, size: content.size, mode: 0o600, mtime: FIXED_TIME});
      await Readable.toWeb(content.stream).pipeTo(entry);
      onFile(content.size);
    }
    controller.finalize();
  }
  feed().catch((error) => controller.error(error));
  return Readable.fromWeb(readable as NodeReadableStream, {objectMode: false});
}

interface FileContents {
  /** Bytes. */
  size: number;
  stream: Readable;
}

/**
 * The contents of files, in order; undefined for those that no longer exist. Reads some small files ahead, because a
 * remote store takes milliseconds for each.
 */
async function* contentsOf(
  store: FileStore,
  files: readonly StoredFile[],
): AsyncGenerator<{path: string; content: FileContents | undefined}> {
  const pending: {file: StoredFile; content: Promise<FileContents | undefined>}[] = [];
  let bytes = 0;
  let next = 0;
  const canReadAhead = ({size}: StoredFile) =>
    pending.length < FILES_AHEAD && size <= MAX_BUFFERED_BYTES && bytes + size <= BYTES_AHEAD;
  for (;;) {
    while (next < files.length && (pending.length === 0 || canReadAhead(files[next]!))) {
      const file = files[next++]!;
      const content = contentOf(store, file.path, file.size);
      // The failure is thrown where the content is awaited.
      content.catch(() => {});
      pending.push({file, content});
      bytes += file.size;
    }
    const first = pending.shift();
    if (!first) return;
    yield {path: first.file.path, content: await first.content};
    bytes -= first.file.size;
  }
}

async function contentOf(store: FileStore, path: string, listed: number): Promise<FileContents | undefined> {
  try {
    const stream = await store.read(path);
    if (listed > MAX_BUFFERED_BYTES) return {size: listed, stream};
    const bytes = await buffer(stream);
    return {
      size: bytes.length,
      stream: Readable.from(bytes.length === 0 ? [] : [bytes], {objectMode: false}),
    };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

/** Stores the files of a tar archive, several at a time. Reads the archive to its end. */
export async function unpackFiles(
  store: FileStore,
  archive: AsyncIterable<Buffer>,
  onFile: (bytes: number) => void,
): Promise<void> {
  const CONCURRENCY = 8;
  const pending = new Set<Promise<void>>();
  const decoder = createTarDecoder({strict: true});
  const read = Readable.toWeb(Readable.from(archive, {objectMode: false})).pipeTo(decoder.writable);
  // The decoder also reports errors of the archive.
  read.catch(() => {});
  try {
    for await (const {header, body} of decoder.readable) {
      if (header.type !== undefined && header.type !== 'file') continue;
      const stream = Readable.fromWeb(body as NodeReadableStream, {objectMode: false});
      if (header.size > MAX_BUFFERED_BYTES) await store.write(header.name, stream);
      else {
        const bytes = await buffer(stream);
        const written = store.write(header.name, bytes).then(() => void pending.delete(written));
        // The failure is thrown where the write is awaited, below.
        written.catch(() => {});
        pending.add(written);
        if (pending.size >= CONCURRENCY) await Promise.race(pending);
      }
      onFile(header.size);
    }
    await Promise.all(pending);
    await read;
  } finally {
    await Promise.allSettled(pending);
  }
}
