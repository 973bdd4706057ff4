import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type {Database} from '../../platform/database/database.ts';
import {installationValue} from '../../platform/installation-values/installation-values.ts';

/** A statement of what an archive holds, and the server's signature of it. */
export interface SignedManifest<Manifest> {
  manifest: Manifest;
  /** Ed25519 over the JSON of `manifest` as it stands here, in Base64. */
  signature: string;
}

export type ManifestSigner = ReturnType<typeof createManifestSigner>;

/** Signs manifests with the server's Ed25519 key, which is made on first use and kept in the database. */
export function createManifestSigner({database}: {database: Database}) {
  async function privateKey(): Promise<KeyObject> {
    return createPrivateKey(await installationValue(database, 'ComplianceSigningKey', makeKey));
  }

  return {
    /** The public half of the key, as PEM. */
    async publicKey(): Promise<string> {
      return createPublicKey(await privateKey())
        .export({type: 'spki', format: 'pem'})
        .toString();
    },

    async sign<Manifest>(manifest: Manifest): Promise<SignedManifest<Manifest>> {
      const signature = sign(null, Buffer.from(JSON.stringify(manifest)), await privateKey());
      return {manifest, signature: signature.toString('base64')};
    },
  };
}

/** Whether the manifest is what the holder of the key has signed. `publicKey` as PEM. */
export function isSignedBy({manifest, signature}: SignedManifest<unknown>, publicKey: string): boolean {
  return verify(
    null,
    Buffer.from(JSON.stringify(manifest)),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64'),
  );
}

function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
}
