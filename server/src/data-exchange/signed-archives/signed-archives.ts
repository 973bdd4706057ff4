import {createHash} from 'node:crypto';
import {buffer} from 'node:stream/consumers';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {type Archive, openArchive} from '../../platform/formats/read-zip.ts';
import {createZipWriter, type ZipWriter} from '../../platform/formats/write-zip.ts';
import {yieldToRequests} from '../../platform/http/yield-to-requests.ts';
import {storageError} from './errors.ts';
import {isSignedBy, type ManifestSigner, type SignedManifest} from './manifests.ts';

export {createManifestSigner, isSignedBy, type ManifestSigner, signerWithKey} from './manifests.ts';

const MANIFEST = 'manifest.json';

/**
 * Writes an archive with its final name and a signed manifest as its last entry, or leaves nothing.
 *
 * @param directorySetting the setting with the archive directory, for error messages
 * @param fill adds all other entries and returns the manifest
 * @returns the SHA-256 of `manifest.json` in hexadecimal
 * @throws AppError 507 or 500 if it could not be stored; errors of `fill`
 */
export async function writeArchive<Manifest>(
  path: string,
  {
    archives,
    signer,
    directorySetting,
  }: {archives: FileStore; signer: ManifestSigner; directorySetting: string},
  fill: (zip: ZipWriter) => Promise<Manifest>,
): Promise<{manifest: Manifest; manifestSha256: string}> {
  const zip = createZipWriter({pace: yieldToRequests});
  const written = archives.write(path, zip.output);
  // The write can fail while nothing awaits it.
  const failure = written.then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    const manifest = await fill(zip);
    const signed = `${JSON.stringify(await signer.sign(manifest), null, 2)}\n`;
    const {sha256} = await zip.add(MANIFEST, Buffer.from(signed));
    zip.end();
    await written;
    return {manifest, manifestSha256: sha256};
  } catch (error) {
    zip.output.destroy(error as Error);
    // A failure of the store explains why writing stopped. Errors of `fill` are thrown unchanged.
    throw storageError(await failure, path, directorySetting) ?? error;
  }
}

/** The common part of all manifests: the kind of archive and its entries. */
export interface EntryList {
  format: string;
  entries: {name: string; bytes: number; sha256: string; rows?: number}[];
}

export interface Verification<Manifest> {
  /** Undefined if the archive has no manifest of this kind that this server signed. */
  manifest: Manifest | undefined;
  /** SHA-256 of `manifest.json` in hexadecimal. */
  manifestSha256: string;
  /** Differences from the manifest; empty for an intact archive. */
  faults: string[];
}

/**
 * Verifies an archive: the signature, the size and hash of each entry, and that there are no other entries.
 *
 * @param format the kind of archive that the manifest must name
 */
export async function verifyArchive<Manifest extends EntryList>(
  file: string,
  publicKey: string,
  format: Manifest['format'],
): Promise<Verification<Manifest>> {
  try {
    // Hashing writes nothing to disk, so a high compression ratio is harmless.
    const archive = await openArchive(file, {maxRatio: Number.POSITIVE_INFINITY});
    try {
      return await verifyEntries(archive, publicKey, format);
    } finally {
      await archive.close();
    }
  } catch (error) {
    const why = (error as Error).message.replace(/\.$/, '');
    const faults = [`The archive cannot be read: ${why}.`];
    return {manifest: undefined, manifestSha256: '', faults};
  }
}

async function verifyEntries<Manifest extends EntryList>(
  archive: Archive,
  publicKey: string,
  format: Manifest['format'],
): Promise<Verification<Manifest>> {
  const entry = archive.entries.get(MANIFEST);
  if (!entry) throw new Error(`it has no ${MANIFEST}, so Patchbay did not create it`);
  const bytes = await buffer(await archive.read(entry));
  const signed: unknown = JSON.parse(bytes.toString());
  if (!isSignedManifest<Manifest>(signed)) throw new Error(`its ${MANIFEST} is not from Patchbay`);
  const faults: string[] = [];
  const isOurs = isSignedBy(signed, publicKey);
  const isOfFormat = signed.manifest.format === format;
  if (!isOurs) {
    faults.push(
      'The signature is not from this server: the manifest was changed, or another server created it.',
    );
  }
  if (!isOfFormat) faults.push(`The archive is of a different kind: "${signed.manifest.format}".`);
  for (const expected of signed.manifest.entries) faults.push(...(await findFaults(archive, expected)));
  const listed = new Set([MANIFEST, ...signed.manifest.entries.map(({name}) => name.normalize('NFC'))]);
  for (const name of [...archive.entries.keys(), ...archive.folders]) {
    if (!listed.has(name)) faults.push(`${name} is not in the manifest.`);
  }
  return {
    manifest: isOurs && isOfFormat ? signed.manifest : undefined,
    manifestSha256: createHash('sha256').update(bytes).digest('hex'),
    faults,
  };
}

function isSignedManifest<Manifest extends EntryList>(value: unknown): value is SignedManifest<Manifest> {
  if (!isJsonObject(value) || typeof value.signature !== 'string' || !isJsonObject(value.manifest))
    return false;
  const {entries} = value.manifest;
  return (
    Array.isArray(entries) && entries.every((entry) => isJsonObject(entry) && typeof entry.name === 'string')
  );
}

async function findFaults(archive: Archive, expected: EntryList['entries'][number]): Promise<string[]> {
  const entry = archive.entries.get(expected.name.normalize('NFC'));
  if (!entry) return [`${expected.name} is missing.`];
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of (await archive.read(entry)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    return [`${expected.name} is damaged and cannot be extracted (${(error as Error).message}).`];
  }
  if (size !== expected.bytes) return [`${expected.name} has ${size} bytes instead of ${expected.bytes}.`];
  return hash.digest('hex') === expected.sha256 ? [] : [`${expected.name} was changed.`];
}
