import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import type {ReadableStream as NodeReadableStream} from 'node:stream/web';
import {createTarDecoder, createTarPacker} from 'modern-tar';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore, StoredFile} from '../../platform/file-store/file-store.ts';

// An archive keeps its list of entries in memory, so a million files are packed into some hundred entries.
const PACK_FILES = 5_000;
const PACK_BYTES = 1024 * 1024 * 1024;
/** Files up to this size are read at once, so that one that is replaced meanwhile is whole. */
const SMALL = 8 * 1024 * 1024;
const FIXED_TIME = new Date(0);

/** The files of a store in groups that become one tar archive each. `isSkipped` says which are left out. */
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
 * A tar archive of the files. One that was deleted since it was listed is left out.
 *
 * @param onFile is called with the bytes of each file that is in it
 */
export function packFiles(
  store: FileStore,
  files: readonly StoredFile[],
  onFile: (bytes: number) => void,
): Readable {
  const {readable, controller} = createTarPacker();
  async function feed(): Promise<void> {
    for (const {path, size: listed} of files) {
      const content = await contentOf(store, path, listed);
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

async function contentOf(
  store: FileStore,
  path: string,
  listed: number,
): Promise<{size: number; stream: Readable} | undefined> {
  try {
    const stream = await store.read(path);
    if (listed > SMALL) return {size: listed, stream};
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

/** Stores the files of a tar archive, some at a time. Reads the archive to its end. */
export async function unpackFiles(
  store: FileStore,
  archive: AsyncIterable<Buffer>,
  onFile: (bytes: number) => void,
): Promise<void> {
  const AT_ONCE = 8;
  const underWay = new Set<Promise<void>>();
  const decoder = createTarDecoder({strict: true});
  const read = Readable.toWeb(Readable.from(archive, {objectMode: false})).pipeTo(decoder.writable);
  // What goes wrong in the archive comes out of the decoder, too.
  read.catch(() => {});
  try {
    for await (const {header, body} of decoder.readable) {
      if (header.type !== undefined && header.type !== 'file') continue;
      const stream = Readable.fromWeb(body as NodeReadableStream, {objectMode: false});
      if (header.size > SMALL) await store.write(header.name, stream);
      else {
        const bytes = await buffer(stream);
        const written = store.write(header.name, bytes).then(() => void underWay.delete(written));
        // Its failure is thrown where it is awaited, below.
        written.catch(() => {});
        underWay.add(written);
        if (underWay.size >= AT_ONCE) await Promise.race(underWay);
      }
      onFile(header.size);
    }
    await Promise.all(underWay);
    await read;
  } finally {
    await Promise.allSettled(underWay);
  }
}
