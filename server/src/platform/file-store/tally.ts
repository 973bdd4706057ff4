import {createHash, type Hash} from 'node:crypto';
import type {FileContent} from './file-store.ts';
import type {ContentDigest} from './verified-content.ts';

/** The size and hash of content that passes through {@link tallied}. */
export interface Tally {
  size: number;
  hash: Hash;
  /** Why the content's own stream failed; undefined if it didn't. */
  failure: {error: unknown} | undefined;
}

export function newTally(): Tally {
  return {size: 0, hash: createHash('sha256'), failure: undefined};
}

/** Passes content through and counts and hashes it. */
export async function* tallied(content: FileContent, tally: Tally): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      tally.size += chunk.byteLength;
      tally.hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    tally.failure = {error};
    throw error;
  }
}

/** The digest of the content so far. Call it once. */
export function digestOf({size, hash}: Tally): ContentDigest {
  return {size, sha256: hash.digest('hex')};
}
