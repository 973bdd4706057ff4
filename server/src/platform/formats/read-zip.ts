import type {Readable} from 'node:stream';
import yauzl from 'yauzl';
import {MAX_RATIO, suspiciousGrowth} from './suspicious-growth.ts';

/** A file in an archive. */
export interface ArchiveEntry {
  /** The path in the archive, normalized to NFC. */
  path: string;
  /** The unpacked size in bytes. */
  size: number;
}

/** An archive whose directory was read and checked. Entries are only unpacked when they are read. */
export interface Archive {
  entries: ReadonlyMap<string, ArchiveEntry>;
  /** The paths of folder entries, with a trailing slash. */
  folders: readonly string[];
  /**
   * The content of an entry. The stream fails if the size doesn't match the directory or the content is damaged.
   */
  read(entry: ArchiveEntry): Promise<Readable>;
  close(): Promise<void>;
}

/** Random access to an archive that is not a plain file, such as an encrypted one. */
export interface ArchiveBytes {
  size: number;
  /** The bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Readable;
}

/** Limits for an archive. */
export interface ArchiveLimits {
  maxEntries?: number;
  /** The maximum unpacked size of an entry in bytes. */
  maxEntryBytes?: number;
  /** The maximum compression ratio of large entries and of the whole archive; 200 by default. */
  maxRatio?: number;
}

/** An archive was rejected. */
export class UnsafeArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsafeArchiveError';
  }
}

// Each entry needs memory, but only a few bytes in the archive.
const MAX_ENTRIES = 1_000_000;
const NOTHING = Buffer.alloc(0);
const NO_FIELDS: never[] = [];
const UNIX_FILE_TYPE = 0o170000;
const UNIX_REGULAR_FILE = 0o100000;
const UNIX_DIRECTORY = 0o040000;

/**
 * Opens a zip archive and reads its directory. Rejects the archive without unpacking anything if an entry has an absolute
 * path or a path outside the archive, is not a file or folder, has a duplicate name or is encrypted, or if the sizes look
 * like a zip bomb.
 *
 * @param source a file name, or the bytes of the archive
 * @throws UnsafeArchiveError with the reason; Error if it is not a zip archive
 */
export async function openArchive(
  source: string | ArchiveBytes,
  {
    maxEntries = MAX_ENTRIES,
    maxEntryBytes = Number.POSITIVE_INFINITY,
    maxRatio = MAX_RATIO,
  }: ArchiveLimits = {},
): Promise<Archive> {
  const options = {autoClose: false, strictFileNames: true};
  const zip =
    typeof source === 'string'
      ? await yauzl.openPromise(source, options)
      : await yauzl.fromRandomAccessReaderPromise(new BytesReader(source), source.size, options);
  const entries = new Map<string, ArchiveEntry>();
  const packed = new Map<string, yauzl.Entry>();
  const folders: string[] = [];
  const names = new Set<string>();
  try {
    if (zip.entryCount > maxEntries) throw new UnsafeArchiveError(`It has more than ${maxEntries} entries.`);
    let packedBytes = 0;
    let unpackedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.normalize('NFC');
      const fault = faultOf(entry, path, {maxEntryBytes, maxRatio});
      if (fault) throw new UnsafeArchiveError(`Its entry ${JSON.stringify(path)} ${fault}.`);
      if (names.has(path)) {
        throw new UnsafeArchiveError(`It has two entries with the name ${JSON.stringify(path)}.`);
      }
      names.add(path);
      packedBytes += entry.compressedSize;
      if (packedBytes > zip.fileSize) throw new UnsafeArchiveError('Its entries overlap.');
      unpackedBytes += entry.uncompressedSize;
      const growth = suspiciousGrowth(unpackedBytes, zip.fileSize, maxRatio);
      if (growth) throw new UnsafeArchiveError(`It ${growth}.`);
      if (path.endsWith('/')) {
        folders.push(path);
        continue;
      }
      entries.set(path, {path, size: entry.uncompressedSize});
      // Drop the raw fields, which use most of an entry's memory.
      Object.assign(entry, {fileNameRaw: NOTHING, extraFieldRaw: NOTHING, fileCommentRaw: NOTHING});
      Object.assign(entry, {extraFields: NO_FIELDS, fileName: path, fileComment: ''});
      packed.set(path, entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    entries,
    folders,
    read: ({path}) => zip.openReadStreamPromise(packed.get(path)!),
    async close() {
      zip.close();
    },
  };
}

/** Adapts {@link ArchiveBytes} for yauzl. */
class BytesReader extends yauzl.RandomAccessReader {
  readonly #source: ArchiveBytes;

  constructor(source: ArchiveBytes) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#source.read(start, end);
  }
}

function faultOf(
  entry: yauzl.Entry,
  path: string,
  {maxEntryBytes, maxRatio}: {maxEntryBytes: number; maxRatio: number},
): string | undefined {
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return 'has an absolute path';
  if (path.split(/[/\\]/).includes('..')) return 'has a path outside the archive';
  if (path.includes('\0') || path.includes('\\')) return 'has a path with invalid characters';
  const type = (entry.externalFileAttributes >>> 16) & UNIX_FILE_TYPE;
  if (type !== 0 && type !== UNIX_REGULAR_FILE && type !== UNIX_DIRECTORY) return 'is a link or a device';
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return 'uses an unsupported compression method';
  if (entry.uncompressedSize > maxEntryBytes) return `is larger than ${maxEntryBytes} bytes`;
  return suspiciousGrowth(entry.uncompressedSize, entry.compressedSize, maxRatio);
}
