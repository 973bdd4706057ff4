import {createHash} from 'node:crypto';
import {buffer} from 'node:stream/consumers';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {type Archive, openArchive} from '../../platform/formats/read-zip.ts';
import {createZipWriter, type ZipWriter} from '../../platform/formats/write-zip.ts';
import {yieldToRequests} from '../../platform/http/yield-to-requests.ts';
import {notStored} from './errors.ts';
import {isSignedBy, type ManifestSigner, type SignedManifest} from './manifests.ts';

export {createManifestSigner, isSignedBy, type ManifestSigner, signerWithKey} from './manifests.ts';

const MANIFEST = 'manifest.json';

/**
 * Writes an archive under its final name, its signed manifest last, or leaves nothing.
 *
 * @param directorySetting names the setting that says where archives are kept, for whoever has to make room there
 * @param fill puts all entries in but the manifest, which it returns
 * @returns the SHA-256 of `manifest.json` in hexadecimal
 * @throws AppError 507 or 500 that says why it could not be stored; or whatever `fill` throws
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
  // It may fail at a moment at which nobody waits for it.
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
    // What the store says explains why there was nobody to write to; what `fill` has thrown comes out of it as it is.
    throw notStored(await failure, path, directorySetting) ?? error;
  }
}

/** What every manifest of an archive says: what it is, and what entries there are. */
export interface EntryList {
  format: string;
  entries: {name: string; bytes: number; sha256: string; rows?: number}[];
}

export interface Verification<Manifest> {
  /** Undefined if the archive has none that this server has signed for an archive of this kind. */
  manifest: Manifest | undefined;
  /** SHA-256 of `manifest.json` in hexadecimal. */
  manifestSha256: string;
  /** What is not as the manifest says; empty for a sound archive. */
  faults: string[];
}

/**
 * Compares an archive with its manifest: the signature, each entry's bytes and hash, and that it holds nothing else.
 *
 * @param format what the manifest has to say that the archive is
 */
export async function verifyArchive<Manifest extends EntryList>(
  file: string,
  publicKey: string,
  format: Manifest['format'],
): Promise<Verification<Manifest>> {
  try {
    // Hashing unpacks nothing to disk: a log file of one line a million times is no bomb here.
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
  if (!entry) throw new Error(`it has no ${MANIFEST}, so it is none of Patchbay`);
  const bytes = await buffer(await archive.read(entry));
  const signed: unknown = JSON.parse(bytes.toString());
  if (!isSignedManifest<Manifest>(signed)) throw new Error(`its ${MANIFEST} is none of Patchbay`);
  const faults: string[] = [];
  const isOurs = isSignedBy(signed, publicKey);
  const isOfFormat = signed.manifest.format === format;
  if (!isOurs) {
    faults.push('The signature is not of this server: the manifest was changed, or another server made it.');
  }
  if (!isOfFormat) faults.push(`The archive is of another kind: "${signed.manifest.format}".`);
  for (const expected of signed.manifest.entries) faults.push(...(await faultsOf(archive, expected)));
  const known = new Set([MANIFEST, ...signed.manifest.entries.map(({name}) => name.normalize('NFC'))]);
  for (const name of [...archive.entries.keys(), ...archive.folders]) {
    if (!known.has(name)) faults.push(`${name}: the manifest does not know it.`);
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

async function faultsOf(archive: Archive, expected: EntryList['entries'][number]): Promise<string[]> {
  const entry = archive.entries.get(expected.name.normalize('NFC'));
  if (!entry) return [`${expected.name}: it is missing.`];
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of (await archive.read(entry)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    return [`${expected.name}: it is damaged and cannot be unpacked (${(error as Error).message}).`];
  }
  if (size !== expected.bytes)
    return [`${expected.name}: it has ${size} bytes instead of ${expected.bytes}.`];
  return hash.digest('hex') === expected.sha256 ? [] : [`${expected.name}: its content was changed.`];
}
