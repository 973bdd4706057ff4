import type {Readable} from 'node:stream';
import type {ContentDigest} from './verified-content.ts';

/** The content of a file. A stream is read to its end or destroyed. */
export type FileContent = AsyncIterable<Uint8Array> | Uint8Array;

export interface StoredFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

export interface WriteOptions {
  /** The expected size in bytes, if it may be large. A remote store chooses its part size accordingly. */
  expectedBytes?: number;
  /** The digest of the content, if it is already known. A remote store records it, and needn't read the file to get it. */
  digest?: ContentDigest;
}

/**
 * Stores files by path. A path is relative, with slashes, and can't refer to anything outside the store. All methods
 * throw an AppError 503 if the store is remote and can't be reached, and use constant memory.
 */
export interface FileStore {
  /**
   * Stores the content under the path and replaces an existing file. It is atomic: readers never see incomplete
   * content, and nothing remains of a failed write. It survives a power failure.
   *
   * @returns the size in bytes, and the SHA-256 in hexadecimal
   * @throws AppError 507 if the disk is full, 500 if the disk fails; also errors of the content's stream
   */
  write(path: string, content: FileContent, options?: WriteOptions): Promise<ContentDigest>;
  /**
   * The content, or the bytes from `start` to `end` (inclusive). Read or destroy the stream.
   *
   * @throws AppError 404 if the file doesn't exist
   */
  read(path: string, range?: {start: number; end: number}): Promise<Readable>;
  /** The size in bytes; undefined if the file doesn't exist. */
  size(path: string): Promise<number | undefined>;
  exists(path: string): Promise<boolean>;
  /** The size and SHA-256. Reads the file unless the store has recorded them. Undefined if the file doesn't exist. */
  digest(path: string): Promise<ContentDigest | undefined>;
  /** Copies a file, without transferring it if the store is remote. @throws AppError like `read` and `write` */
  copy(from: string, to: string): Promise<void>;
  /** Removes the file if it exists. */
  remove(path: string): Promise<void>;
  /** Removes all files in a folder and its subfolders, or in the whole store. */
  removeFolder(folder?: string): Promise<void>;
  /** All files in a folder and its subfolders, or in the whole store, ordered by their paths. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /**
   * Runs `work` with the name of a local file with the content, for libraries that read files by name. The file must not
   * be changed. It may be a temporary copy.
   *
   * @throws AppError 404 if the file doesn't exist, 507 if there is no space for a copy
   */
  withLocalFile<Result>(path: string, work: (name: string) => Promise<Result>): Promise<Result>;
  /** Runs `work` with the name of a temporary local file with the content. @throws AppError like `write` */
  withTemporaryFile<Result>(content: FileContent, work: (name: string) => Promise<Result>): Promise<Result>;
  /** Removes incomplete and temporary files that a killed process left more than a day ago. */
  removeAbandoned(): Promise<void>;
}
