import type {Readable} from 'node:stream';
import yauzl from 'yauzl';

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

/** What an archive may hold. */
export interface ArchiveLimits {
  maxEntries?: number;
  /** Bytes of one entry when unpacked. */
  maxEntryBytes?: number;
  /** How many times its packed size a large entry may have when unpacked; 200 if absent. */
  maxRatio?: number;
}

/** Why an archive is refused. */
export class HostileArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HostileArchiveError';
  }
}

// Deflate packs at most 1,032 to 1, and text from a messaging server about 10 to 1: an entry far beyond that and of
// some size is made to fill a disk.
const SUSPICIOUS_RATIO = 200;
const SUSPICIOUS_SIZE = 16 * 1024 * 1024;
const UNIX_FILE_TYPE = 0o170000;
const UNIX_REGULAR_FILE = 0o100000;
const UNIX_DIRECTORY = 0o040000;

/**
 * Opens a zip archive and reads its list of contents. It is refused as a whole, before anything of it is unpacked,
 * if an entry has an absolute path or one that leads out, is a link or anything else but a file or a folder, bears
 * the same name as another, is encrypted, or if sizes are those of an archive bomb.
 *
 * @throws HostileArchiveError with the reason; Error if the file is no zip archive
 */
export async function openArchive(
  file: string,
  {
    maxEntries = 5_000_000,
    maxEntryBytes = Number.POSITIVE_INFINITY,
    maxRatio = SUSPICIOUS_RATIO,
  }: ArchiveLimits = {},
): Promise<Archive> {
  const zip = await yauzl.openPromise(file, {autoClose: false, strictFileNames: true});
  const entries = new Map<string, ArchiveEntry>();
  const packed = new Map<string, yauzl.Entry>();
  const folders: string[] = [];
  const names = new Set<string>();
  try {
    if (zip.entryCount > maxEntries) throw new HostileArchiveError(`It has more than ${maxEntries} entries.`);
    let packedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.normalize('NFC');
      const fault = faultOf(entry, path, {maxEntryBytes, maxRatio});
      if (fault) throw new HostileArchiveError(`Its entry ${JSON.stringify(path)} ${fault}.`);
      if (names.has(path)) {
        throw new HostileArchiveError(`It has two entries of the name ${JSON.stringify(path)}.`);
      }
      names.add(path);
      packedBytes += entry.compressedSize;
      if (packedBytes > zip.fileSize) throw new HostileArchiveError('Its entries overlap.');
      if (path.endsWith('/')) {
        folders.push(path);
        continue;
      }
      entries.set(path, {path, size: entry.uncompressedSize});
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
  const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1);
  if (entry.uncompressedSize > SUSPICIOUS_SIZE && ratio > maxRatio) {
    return `grows ${Math.round(ratio)} times when it is unpacked`;
  }
  return undefined;
}
