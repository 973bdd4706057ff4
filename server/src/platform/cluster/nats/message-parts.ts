/** A part of a batch that is too large for one message of the bus. */
export interface BatchPart {
  origin: string;
  batch: string;
  /** From 0. */
  part: number;
  parts: number;
  /** Bytes as base64. */
  content: string;
}

/** Space for the other members. */
const HEAD_BYTES = 512;

/** How long the parts of an unfinished batch are kept: longer than the bus recognizes that they are sent again. */
const KEEP_MS = 3 * 60_000;

/** Splits a batch into messages of at most `maxBytes`. */
export function splitBatch(
  data: string,
  {origin, batch, maxBytes}: {origin: string; batch: string; maxBytes: number},
): string[] {
  const bytes = Buffer.from(data);
  const partBytes = Math.floor(((maxBytes - HEAD_BYTES) * 3) / 4);
  const parts = Math.ceil(bytes.length / partBytes);
  return Array.from({length: parts}, (_, part) => {
    const content = bytes.subarray(part * partBytes, (part + 1) * partBytes).toString('base64');
    return JSON.stringify({origin, batch, part, parts, content} satisfies BatchPart);
  });
}

/**
 * Joins the parts of batches. A node sends one batch after the other, so there is at most one unfinished batch of
 * each.
 */
export function createPartJoiner() {
  const unfinished = new Map<string, {batch: string; contents: Buffer[]; at: number}>();

  return {
    /** Adds a part in the order of the stream. Returns the batch with its last part. */
    add({origin, batch, part, parts, content}: BatchPart): string | undefined {
      if (part === 0) unfinished.set(origin, {batch, contents: [], at: performance.now()});
      const found = unfinished.get(origin);
      // This node has joined after the first parts were sent.
      if (found?.batch !== batch || found.contents.length !== part) return undefined;
      found.contents.push(Buffer.from(content, 'base64'));
      if (found.contents.length < parts) return undefined;
      unfinished.delete(origin);
      return Buffer.concat(found.contents).toString();
    },

    /** Drops batches whose node died while it was sending them. */
    forgetOld(): void {
      const oldest = performance.now() - KEEP_MS;
      for (const [origin, {at}] of unfinished) if (at < oldest) unfinished.delete(origin);
    },
  };
}
