/** The bytes of a file from `start` to `end` (inclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

// The package range-parser accepts any unit, several ranges and spaces, and treats a range that ends before it starts as
// unsatisfiable, so we would still have to check the header.
/**
 * Parses a `Range` header for a file of `size` bytes. Returns undefined for the whole file, also if the header is
 * malformed, has another unit or several ranges (RFC 9110, section 14.2).
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
