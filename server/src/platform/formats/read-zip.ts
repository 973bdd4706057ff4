import type {Readable} from 'node:stream';
import yauzl from 'yauzl';
import {MAX_RATIO, suspiciousGrowth} from './suspicious-growth.ts';

/** One file of an archive. */
export interface ArchiveEntry {
  /** As it stands in the archive, in Unicode's composed form (NFC). */
  path: string;
  /** Bytes when unpacked. */
  size: number;
}

/** An archive whose list of contents was read and found harmless. Nothing of it is unpacked before it is asked for. */
export interface Archive {
  entries: ReadonlyMap<string, ArchiveEntry>;
  /** The paths of the folders that it names, each with a slash at its end. */
  folders: readonly string[];
  /**
   * The content of an entry. The stream fails if it turns out to be longer or shorter than the archive says, or
   * damaged.
   */
  read(entry: ArchiveEntry): Promise<Readable>;
  close(): Promise<void>;
}

/** The bytes of an archive that is not a plain file, such as one that is decrypted while it is read. */
export interface ArchiveBytes {
  size: number;
  /** The bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Readable;
}

/** What an archive may hold. */
export interface ArchiveLimits {
  maxEntries?: number;
  /** Bytes of one entry when unpacked. */
  maxEntryBytes?: number;
  /** How many times its packed size a large entry, and the whole, may have when unpacked; 200 if absent. */
  maxRatio?: number;
}

/** Why an archive is refused. */
export class UnsafeArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsafeArchiveError';
  }
}

// Each takes memory, and a few bytes of an archive are enough for one.
const MAX_ENTRIES = 1_000_000;
const NOTHING = Buffer.alloc(0);
const NO_FIELDS: never[] = [];
const UNIX_FILE_TYPE = 0o170000;
const UNIX_REGULAR_FILE = 0o100000;
const UNIX_DIRECTORY = 0o040000;

/**
 * Opens a zip archive and reads its list of contents. It is refused as a whole, before anything of it is unpacked,
 * if an entry has an absolute path or one that leads out, is a link or anything else but a file or a folder, bears
 * the same name as another, is encrypted, or if sizes are those of an archive bomb.
 *
 * @param source the name of a file, or its bytes
 * @throws UnsafeArchiveError with the reason; Error if it is no zip archive
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
        throw new UnsafeArchiveError(`It has two entries of the name ${JSON.stringify(path)}.`);
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
      // What is known by now would be most of the memory that an entry takes.
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

/** How yauzl asks for bytes. */
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
  if (path.split(/[/\\]/).includes('..')) return 'has a path that leads out of the archive';
  if (path.includes('\0') || path.includes('\\')) return 'has a path with characters that no path has';
  const type = (entry.externalFileAttributes >>> 16) & UNIX_FILE_TYPE;
  if (type !== 0 && type !== UNIX_REGULAR_FILE && type !== UNIX_DIRECTORY) return 'is a link or a device';
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return 'is packed in a way that is not supported';
  if (entry.uncompressedSize > maxEntryBytes) return `is larger than ${maxEntryBytes} bytes`;
  return suspiciousGrowth(entry.uncompressedSize, entry.compressedSize, maxRatio);
}
