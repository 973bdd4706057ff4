// Deflate compresses at most 1,032:1, and text from a messaging server about 10:1. Large content with a much higher ratio
// is probably a zip bomb.

/** The maximum compression ratio of large content. */
export const MAX_RATIO = 200;

const SUSPICIOUS_SIZE = 16 * 1024 * 1024;

/** Returns a description of a suspicious compression ratio, to follow a name; undefined if it's fine. Sizes in bytes. */
export function suspiciousGrowth(unpacked: number, packed: number, maxRatio = MAX_RATIO): string | undefined {
  const ratio = unpacked / Math.max(packed, 1);
  return unpacked > SUSPICIOUS_SIZE && ratio > maxRatio
    ? `grows ${Math.round(ratio)} times when it is unpacked`
    : undefined;
}
