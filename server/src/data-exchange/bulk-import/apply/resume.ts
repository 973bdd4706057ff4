import {createPrefixDigest, type PrefixDigest} from '../../../platform/formats/prefix-digest.ts';
import type {ImportSource} from '../source/source.ts';
import type {FilePosition, UnfinishedImport} from './import-state.ts';

/** A stream of the file's lines, and the position where it starts. */
export interface ResumedStream {
  chunks: AsyncIterable<Uint8Array>;
  /** Covers all bytes of the file from its beginning. */
  digest: PrefixDigest;
  /** Where the stream starts. */
  from: FilePosition;
  /** The earlier import to resume; undefined for a new one. */
  earlier?: UnfinishedImport;
}

const START_OF_FILE: FilePosition = {lines: 0, bytes: 0, sha256: ''};

/**
 * Opens a file where an earlier import of it stopped. An import matches if the part that it completed is the beginning
 * of this file, byte for byte, so later lines may have been corrected since. A source that can only be read once, such
 * as standard input, is read from its beginning.
 */
export async function openAtResumePoint(
  source: ImportSource,
  unfinished: readonly UnfinishedImport[],
): Promise<ResumedStream> {
  if (source.rereadable) {
    for (const earlier of unfinished) {
      const resumed = await resumeAt(source, earlier);
      if (resumed) return resumed;
    }
  }
  const digest = createPrefixDigest();
  return {chunks: withDigest(source.read(), digest), digest, from: START_OF_FILE};
}

async function resumeAt(source: ImportSource, earlier: UnfinishedImport): Promise<ResumedStream | undefined> {
  const {done} = earlier;
  const digest = createPrefixDigest();
  const iterator = source.read()[Symbol.asyncIterator]();
  let bytes = 0;
  while (bytes < done.bytes) {
    const next = await iterator.next();
    if (next.done) return undefined;
    digest.add(next.value);
    bytes += next.value.length;
    if (bytes >= done.bytes) {
      if (digest.at(done.bytes) !== done.sha256) {
        await iterator.return?.();
        return undefined;
      }
      const rest = next.value.subarray(next.value.length - (bytes - done.bytes));
      return {chunks: restOf(rest, iterator, digest), digest, from: done, earlier};
    }
    digest.at(bytes);
  }
  return undefined;
}

async function* restOf(
  first: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
  digest: PrefixDigest,
): AsyncIterable<Uint8Array> {
  yield first;
  yield* withDigest({[Symbol.asyncIterator]: () => iterator}, digest);
}

async function* withDigest(
  chunks: AsyncIterable<Uint8Array>,
  digest: PrefixDigest,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    digest.add(chunk);
    yield chunk;
  }
}
