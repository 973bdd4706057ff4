import {createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify} from 'node:crypto';
import type {Database} from '../../platform/database/database.ts';
import {installationValue} from '../../platform/secrets/installation-values.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';

/** The content list of an archive with the server's signature. */
export interface SignedManifest<Manifest> {
  manifest: Manifest;
  /** Ed25519 signature of `manifest` as JSON, in Base64. */
  signature: string;
}

export interface ManifestSigner {
  /** The public key, as PEM. */
  publicKey(): Promise<string>;
  sign<Manifest>(manifest: Manifest): Promise<SignedManifest<Manifest>>;
  /** The private key as PEM, for another process of this server that signs: see {@link signerWithKey}. */
  privateKey(): Promise<string>;
}

/** Signs with the server's key, which is created on first use and stored sealed in the database. */
export function createManifestSigner(platform: {database: Database; sealing: Sealing}): ManifestSigner {
  return signerWith(() => installationValue(platform, 'ComplianceSigningKey', createKey));
}

/** Signs with a private key in PEM format. */
export function signerWithKey(privateKey: string): ManifestSigner {
  return signerWith(async () => privateKey);
}

function signerWith(privateKey: () => Promise<string>): ManifestSigner {
  return {
    privateKey,

    async publicKey() {
      return createPublicKey(createPrivateKey(await privateKey()))
        .export({type: 'spki', format: 'pem'})
        .toString();
    },

    async sign(manifest) {
      const key = createPrivateKey(await privateKey());
      const signature = sign(null, Buffer.from(JSON.stringify(manifest)), key);
      return {manifest, signature: signature.toString('base64')};
    },
  };
}

/** Whether the owner of the key signed the manifest. `publicKey` is PEM. */
export function isSignedBy({manifest, signature}: SignedManifest<unknown>, publicKey: string): boolean {
  return verify(
    null,
    Buffer.from(JSON.stringify(manifest)),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64'),
  );
}

function createKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
}
