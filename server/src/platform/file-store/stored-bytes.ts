import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import type {FileStore} from './file-store.ts';

/** Random access to bytes. */
export interface StoredBytes {
  size: number;
  /** The bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Readable;
}

/** Reads up to this size are served from a block. Reading an archive's directory takes two for each entry. */
const SMALL_BYTES = 128 * 1024;
const BLOCK_BYTES = 512 * 1024;

/** Random access to a stored file of `size` bytes, which must not change. Neighboring small reads share a request. */
export function storedBytes(store: FileStore, path: string, size: number): StoredBytes {
  let block: {start: number; bytes: Promise<Buffer>} | undefined;

  async function* content(start: number, end: number): AsyncGenerator<Buffer> {
    if (start === end) return;
    if (end - start > SMALL_BYTES) {
      yield* await store.read(path, {start, end: end - 1});
      return;
    }
    if (!block || start < block.start || end > Math.min(size, block.start + BLOCK_BYTES)) {
      const range = {start, end: Math.min(size, start + BLOCK_BYTES) - 1};
      block = {start, bytes: store.read(path, range).then(buffer)};
    }
    const {start: first, bytes} = block;
    const found = await bytes.catch((error) => {
      block = undefined;
      throw error;
    });
    yield found.subarray(start - first, end - first);
  }

  return {size, read: (start, end) => Readable.from(content(start, end), {objectMode: false})};
}
