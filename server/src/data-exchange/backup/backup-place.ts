import {type FileHandle, open} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {AppError} from '../../platform/errors/app-error.ts';
import {createFileStore, type FileStoreLocation} from '../../platform/file-store/create-file-store.ts';
import {describeLocation} from '../../platform/file-store/store-locations.ts';
import {type StoredBytes, storedBytes} from '../../platform/file-store/stored-bytes.ts';
import {BackupError} from './manifest.ts';

/** Where a backup is: a local file, or a file in a store. It is data, so it can be sent to a worker process. */
export type BackupPlace = {file: string} | {store: FileStoreLocation; name: string};

/** Describes a place for messages. */
export function describePlace(place: BackupPlace): string {
  return 'file' in place ? place.file : `${place.name} (in ${describeLocation(place.store)})`;
}

const PIECE_BYTES = 64 * 1024;

/** The bytes of a backup. */
export interface BackupBytes extends StoredBytes {
  close(): Promise<void>;
}

/** Opens the bytes of a backup. @throws BackupError if they cannot be read */
export async function openBytes(place: BackupPlace): Promise<BackupBytes> {
  try {
    return 'file' in place ? await openFile(place.file) : await openStored(place);
  } catch (error) {
    throw new BackupError(`${describePlace(place)} cannot be read: ${reasonOf(error)}.`);
  }
}

async function openFile(name: string): Promise<BackupBytes> {
  const handle = await open(name, 'r');
  const {size} = await handle.stat();
  const read = (start: number, end: number) =>
    Readable.from(readRange(handle, start, end), {objectMode: false});
  return {size, read, close: () => handle.close()};
}

// Streams created from the handle would add listeners to it that are never removed.
async function* readRange(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const length = Math.min(PIECE_BYTES, end - at);
    const {buffer, bytesRead} = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openStored({store, name}: {store: FileStoreLocation; name: string}): Promise<BackupBytes> {
  const files = createFileStore(store);
  const size = await files.size(name);
  if (size === undefined) throw new Error('there is no such file');
  return {...storedBytes(files, name, size), async close() {}};
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.detail !== '') return error.detail;
  return (error as Error).message;
}
