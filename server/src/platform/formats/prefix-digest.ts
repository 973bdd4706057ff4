import {createHash} from 'node:crypto';

/** Computes SHA-256 digests of increasing prefixes of a stream in one pass. */
export interface PrefixDigest {
  /** Adds the next bytes of the stream. They are kept until a digest includes them. */
  add(chunk: Uint8Array): void;
  /**
   * The hexadecimal SHA-256 of the first `bytes` bytes. They must have been added, and you can't get a digest of fewer
   * bytes than before.
   */
  at(bytes: number): string;
}

export function createPrefixDigest(): PrefixDigest {
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  let hashed = 0;

  return {
    add(chunk) {
      if (chunk.length > 0) chunks.push(chunk);
    },
    at(bytes) {
      while (hashed < bytes) {
        const chunk = chunks.shift();
        if (!chunk) throw new Error(`No digest of ${bytes} bytes: only ${hashed} were added.`);
        const wanted = bytes - hashed;
        hash.update(wanted < chunk.length ? chunk.subarray(0, wanted) : chunk);
        if (wanted < chunk.length) chunks.unshift(chunk.subarray(wanted));
        hashed += Math.min(wanted, chunk.length);
      }
      if (hashed > bytes) throw new Error(`No digest of ${bytes} bytes: ${hashed} are hashed already.`);
      return hash.copy().digest('hex');
    },
  };
}
