import {createHash} from 'node:crypto';

/** What identifies the content of a file. */
export interface ContentDigest {
  /** Bytes. */
  size: number;
  /** In hexadecimal; empty if it is not known. */
  sha256: string;
}

/** Whether content is what it was. A hash that is not known says nothing. */
export function isSameContent(actual: ContentDigest, expected: ContentDigest): boolean {
  return actual.size === expected.size && (expected.sha256 === '' || actual.sha256 === expected.sha256);
}

/** Reads content to its end. */
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
 * The same content, compared with what it is expected to be. Its last chunk is held back until all of it is known, so
 * that what `onChanged` throws keeps a reader from taking changed content for whole.
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
