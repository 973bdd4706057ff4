import {createHash} from 'node:crypto';

/** The size and hash of a file's content. */
export interface ContentDigest {
  /** Bytes. */
  size: number;
  /** In hexadecimal; empty if unknown. */
  sha256: string;
}

/** Whether content is unchanged. An unknown hash is ignored. */
export function isSameContent(actual: ContentDigest, expected: ContentDigest): boolean {
  return actual.size === expected.size && (expected.sha256 === '' || actual.sha256 === expected.sha256);
}

/** Reads the content to its end and returns its digest. */
export async function digestContent(content: AsyncIterable<Uint8Array>): Promise<ContentDigest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return {size, sha256: hash.digest('hex')};
}

/**
 * Passes content through and compares it with the expected digest. It holds back the last chunk until the digest is
 * known, so that if `onChanged` throws, readers don't mistake changed content for complete.
 */
export async function* verifiedContent(
  content: AsyncIterable<Buffer>,
  expected: ContentDigest,
  onChanged: (actual: ContentDigest) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer | undefined;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.byteLength;
    if (held) yield held;
    held = chunk;
  }
  const actual = {size, sha256: hash.digest('hex')};
  if (!isSameContent(actual, expected)) onChanged(actual);
  if (held) yield held;
}
