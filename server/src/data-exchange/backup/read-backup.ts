import {createHash} from 'node:crypto';
import {open} from 'node:fs/promises';
import type {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {type Archive, openArchive} from '../../platform/formats/read-zip.ts';
import {
  DecryptionError,
  isEncrypted,
  MAGIC_BYTES,
  openEncrypted,
} from '../../platform/secrets/encrypted-files.ts';
import {BackupError, type BackupManifest, MANIFEST_ENTRY, parseManifest} from './manifest.ts';

/** A backup that was opened. Nothing but its manifest was read. */
export interface OpenBackup {
  manifest: BackupManifest;
  /** Bytes of the file. */
  size: number;
  encrypted: boolean;
  has(entry: string): boolean;
  /**
   * The content of an entry. It is compared with the manifest at its end.
   *
   * @throws BackupError out of the iteration, for what is damaged or was changed
   */
  read(entry: string): AsyncGenerator<Buffer>;
  /** Entries that the manifest does not know. */
  unknown: readonly string[];
  close(): Promise<void>;
}

// A manifest of a million entries, far beyond any that is written.
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** Whether the file is encrypted. @throws what the file system says if it cannot be read */
export async function isEncryptedBackup(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const {buffer, bytesRead} = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return isEncrypted(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/**
 * Opens a backup and reads its manifest.
 *
 * @throws BackupError in a sentence: the file cannot be read, is no backup, or the passphrase is missing or wrong
 */
export async function openBackup(file: string, passphrase: string | undefined): Promise<OpenBackup> {
  const handle = await open(file, 'r').catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}.`);
  });
  try {
    const {size} = await handle.stat();
    const encrypted = await isEncryptedBackup(file);
    if (encrypted && passphrase === undefined) {
      throw new BackupError(`${file} is encrypted. Enter its passphrase.`);
    }
    // What unpacks to a thousand times its size is a log file of one line here, and no attack: rows go into tables.
    const limits = {maxRatio: Number.POSITIVE_INFINITY};
    const archive = await openArchive(
      encrypted ? await openEncrypted(handle, size, passphrase!) : file,
      limits,
    );
    try {
      const manifest = await readManifest(archive);
      return opened({archive, manifest, size, encrypted, closeFile: () => handle.close()});
    } catch (error) {
      await archive.close();
      throw error;
    }
  } catch (error) {
    await handle.close();
    throw error instanceof BackupError
      ? error
      : new BackupError(`${file} is not a backup that can be read. ${sentence(error)}`);
  }
}

async function readManifest(archive: Archive): Promise<BackupManifest> {
  const entry = archive.entries.get(MANIFEST_ENTRY);
  if (!entry || entry.size > MAX_MANIFEST_BYTES) throw new BackupError('It has no manifest.');
  return parseManifest(await text(await archive.read(entry)));
}

function opened({
  archive,
  manifest,
  size,
  encrypted,
  closeFile,
}: {
  archive: Archive;
  manifest: BackupManifest;
  size: number;
  encrypted: boolean;
  closeFile(): Promise<void>;
}): OpenBackup {
  const expected = new Map(manifest.entries.map((entry) => [entry.name, entry]));
  return {
    manifest,
    size,
    encrypted,
    has: (entry) => expected.has(entry),
    unknown: [...archive.entries.keys(), ...archive.folders].filter(
      (name) => name !== MANIFEST_ENTRY && !expected.has(name),
    ),
    async *read(name) {
      const {bytes, sha256} = expected.get(name)!;
      const entry = archive.entries.get(name);
      if (!entry) throw new BackupError(`${name} is missing.`);
      const hash = createHash('sha256');
      let count = 0;
      let stream: Readable | undefined;
      try {
        stream = await archive.read(entry);
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          hash.update(chunk);
          count += chunk.length;
          yield chunk;
        }
      } catch (error) {
        throw new BackupError(`${name} is damaged. ${sentence(error)}`);
      } finally {
        stream?.destroy();
      }
      if (count !== bytes) throw new BackupError(`${name} has ${count} bytes instead of ${bytes}.`);
      if (hash.digest('hex') !== sha256) throw new BackupError(`${name} was changed: its hash is another.`);
    },
    async close() {
      await archive.close();
      await closeFile();
    },
  };
}

/** What was found out about a backup. */
export interface BackupVerification {
  manifest: BackupManifest;
  size: number;
  encrypted: boolean;
  /** What is not as the manifest says, in sentences; empty for a sound backup. */
  faults: string[];
}

/** Names so many faults, and says how many more there are. */
const FAULTS_SHOWN = 20;

/**
 * Reads all of a backup and compares it with its manifest.
 *
 * @throws BackupError if it cannot be opened; whatever the signal aborts with
 */
export async function verifyBackup(
  file: string,
  {
    passphrase,
    signal,
    onProgress,
  }: {
    passphrase: string | undefined;
    signal?: AbortSignal;
    onProgress?(progress: {bytes: number; share: number}): void;
  },
): Promise<BackupVerification> {
  const backup = await openBackup(file, passphrase);
  const {manifest, size, encrypted} = backup;
  try {
    const faults = backup.unknown.map((name) => `${name} does not belong to the backup.`);
    const total = manifest.entries.reduce((sum, {bytes}) => sum + bytes, 0);
    let bytes = 0;
    for (const {name} of manifest.entries) {
      try {
        for await (const chunk of backup.read(name)) {
          signal?.throwIfAborted();
          bytes += chunk.length;
          onProgress?.({bytes, share: bytes / Math.max(1, total)});
        }
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        faults.push(error.message);
      }
    }
    for (const {name} of manifest.tables) {
      if (!backup.has(`database/${name}.copy`)) faults.push(`The rows of the table ${name} are missing.`);
    }
    if (faults.length > FAULTS_SHOWN) {
      faults.splice(FAULTS_SHOWN, faults.length, `And ${faults.length - FAULTS_SHOWN} more faults.`);
    }
    return {manifest, size, encrypted, faults};
  } finally {
    await backup.close();
  }
}

function sentence(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof DecryptionError) return words;
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`;
}
