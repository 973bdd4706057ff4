/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

// Not the package range-parser: it takes any unit, several ranges and spaces, and calls a range that ends before it begins
// unsatisfiable, so that a reading of the header would have to stand around it.
/**
 * What a `Range` header asks of a file of so many bytes: undefined for all of it, which is also the answer to a
 * header that is malformed, in another unit, or asks for several ranges (RFC 9110, section 14.2).
 */
export function parseByteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(header.trim());
  if (!match) return undefined;
  const [, from, to, last] = match;
  if (last !== undefined) {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : {start: size - length, end: size - 1};
  }
  const start = Number(from);
  const end = to ? Number(to) : Number.POSITIVE_INFINITY;
  if (end < start) return undefined;
  return start >= size ? 'unsatisfiable' : {start, end: Math.min(end, size - 1)};
}
