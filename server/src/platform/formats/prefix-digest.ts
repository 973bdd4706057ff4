import {createHash} from 'node:crypto';

/** The SHA-256 of a stream's beginning, at growing places of it, in one pass. */
export interface PrefixDigest {
  /** The next bytes of the stream. They are kept until a digest is asked for that takes them in. */
  add(chunk: Uint8Array): void;
  /**
   * The hexadecimal SHA-256 of the first `bytes` bytes. They must have been added, and no digest of more bytes
   * may have been asked for before.
   */
  at(bytes: number): string;
}

/** A {@link PrefixDigest} of a stream of which nothing was read yet. */
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
