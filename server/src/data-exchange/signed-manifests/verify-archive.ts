import {createHash} from 'node:crypto';
import {buffer} from 'node:stream/consumers';
import {type Archive, openArchive} from '../../platform/formats/read-zip.ts';
import {isSignedBy, type SignedManifest} from './signed-manifests.ts';

/** What every manifest of an archive says of its entries. */
export interface EntryList {
  entries: {name: string; bytes: number; sha256: string; rows?: number}[];
}

export interface Verification<Manifest> {
  manifest: Manifest;
  /** SHA-256 of `manifest.json` in hexadecimal. */
  manifestSha256: string;
  /** What is not as the manifest says; empty for a sound archive. */
  faults: string[];
}

const MANIFEST = 'manifest.json';

/**
 * Compares an archive with its manifest: the signature, each entry's bytes and hash, and that it holds nothing else.
 *
 * @throws Error if the file is no archive with a manifest
 */
export async function verifyArchive<Manifest extends EntryList>(
  file: string,
  publicKey: string,
): Promise<Verification<Manifest>> {
  const archive = await openArchive(file);
  try {
    const entry = archive.entries.get(MANIFEST);
    if (!entry) throw new Error(`${file} has no ${MANIFEST}, so it is no archive of Patchbay.`);
    const bytes = await buffer(await archive.read(entry));
    const signed = JSON.parse(bytes.toString()) as SignedManifest<Manifest>;
    const faults: string[] = [];
    if (!isSignedBy(signed, publicKey)) {
      faults.push(
        'The signature is not of this server: the manifest was changed, or another server made it.',
      );
    }
    for (const expected of signed.manifest.entries) faults.push(...(await faultsOf(archive, expected)));
    const known = new Set([MANIFEST, ...signed.manifest.entries.map(({name}) => name)]);
    for (const name of archive.entries.keys()) {
      if (!known.has(name)) faults.push(`${name}: the manifest does not know it.`);
    }
    return {
      manifest: signed.manifest,
      manifestSha256: createHash('sha256').update(bytes).digest('hex'),
      faults,
    };
  } finally {
    await archive.close();
  }
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
    return [`${expected.name}: it cannot be read: ${(error as Error).message}`];
  }
  if (size !== expected.bytes)
    return [`${expected.name}: it has ${size} bytes instead of ${expected.bytes}.`];
  return hash.digest('hex') === expected.sha256 ? [] : [`${expected.name}: its content was changed.`];
}
