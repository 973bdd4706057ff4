import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {AppError} from '../../platform/errors/app-error.ts';
import {type Archive, openArchive} from '../../platform/formats/read-zip.ts';
import {
  DecryptionError,
  isEncrypted,
  MAGIC_BYTES,
  openEncrypted,
} from '../../platform/secrets/encrypted-files.ts';
import {type BackupBytes, type BackupPlace, describePlace, openBytes} from './backup-place.ts';
import {BackupError, type BackupManifest, MANIFEST_ENTRY, parseManifest} from './manifest.ts';

/** An open backup. Only its manifest has been read. */
export interface OpenBackup {
  manifest: BackupManifest;
  /** Bytes of the file. */
  size: number;
  encrypted: boolean;
  has(entry: string): boolean;
  /**
   * The content of an entry, compared with the manifest at its end.
   *
   * @throws BackupError during iteration if the entry is damaged or was changed
   */
  read(entry: string): AsyncGenerator<Buffer>;
  /** Entries that are not in the manifest. */
  unknown: readonly string[];
  close(): Promise<void>;
}

// Enough for a manifest with a million entries, far more than any backup has.
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** Whether a backup is encrypted. @throws BackupError if it cannot be read */
export async function isEncryptedBackup(place: BackupPlace): Promise<boolean> {
  const bytes = await openBytes(place);
  try {
    return await startsEncrypted(bytes);
  } finally {
    await bytes.close();
  }
}

async function startsEncrypted({size, read}: BackupBytes): Promise<boolean> {
  return isEncrypted(await buffer(read(0, Math.min(size, MAGIC_BYTES))));
}

/**
 * Opens a backup and reads its manifest.
 *
 * @throws BackupError if the file cannot be read, is not a backup, or the passphrase is missing or wrong
 */
export async function openBackup(place: BackupPlace, passphrase: string | undefined): Promise<OpenBackup> {
  const bytes = await openBytes(place);
  try {
    const encrypted = await startsEncrypted(bytes);
    if (encrypted && passphrase === undefined) {
      throw new BackupError(`${describePlace(place)} is encrypted. Enter its passphrase.`);
    }
    // A one-line log file can compress a thousandfold, so a high ratio is not a sign of an attack.
    const limits = {maxRatio: Number.POSITIVE_INFINITY};
    const archive = await openArchive(
      encrypted ? await openEncrypted(bytes, passphrase!) : 'file' in place ? place.file : bytes,
      limits,
    );
    try {
      const manifest = await readManifest(archive);
      return createOpenBackup({archive, manifest, size: bytes.size, encrypted, closeFile: bytes.close});
    } catch (error) {
      await archive.close();
      throw error;
    }
  } catch (error) {
    await bytes.close();
    if (error instanceof AppError) throw error;
    throw new BackupError(`${describePlace(place)} is not a readable backup. ${asSentence(error)}`);
  }
}

async function readManifest(archive: Archive): Promise<BackupManifest> {
  const entry = archive.entries.get(MANIFEST_ENTRY);
  if (!entry || entry.size > MAX_MANIFEST_BYTES) {
    throw new BackupError(`The file is not a Patchbay backup: it has no ${MANIFEST_ENTRY}.`);
  }
  return parseManifest(await text(await archive.read(entry)));
}

function createOpenBackup({
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
        // If the store is unavailable, the backup may still be intact.
        if (error instanceof AppError) throw error;
        throw new BackupError(`${name} is damaged. ${asSentence(error)}`);
      } finally {
        stream?.destroy();
      }
      if (count !== bytes) throw new BackupError(`${name} has ${count} bytes instead of ${bytes}.`);
      if (hash.digest('hex') !== sha256)
        throw new BackupError(`${name} was changed: its hash does not match the manifest.`);
    },
    async close() {
      await archive.close();
      await closeFile();
    },
  };
}

/** The result of verifying a backup. */
export interface BackupVerification {
  manifest: BackupManifest;
  size: number;
  encrypted: boolean;
  /** Differences from the manifest, in sentences; empty for an intact backup. */
  faults: string[];
}

/** The maximum number of problems to list; the rest are counted. */
const FAULTS_SHOWN = 20;

/**
 * Reads all of a backup and compares it with its manifest.
 *
 * @throws BackupError if it cannot be opened; the reason of the signal if it aborts
 */
export async function verifyBackup(
  place: BackupPlace,
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
  const backup = await openBackup(place, passphrase);
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
      if (!backup.has(`database/${name}.copy`)) faults.push(`The rows of table ${name} are missing.`);
    }
    if (faults.length > FAULTS_SHOWN) {
      faults.splice(FAULTS_SHOWN, faults.length, `And ${faults.length - FAULTS_SHOWN} more problems.`);
    }
    return {manifest, size, encrypted, faults};
  } finally {
    await backup.close();
  }
}

function asSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof DecryptionError) return text;
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
