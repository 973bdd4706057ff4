// Deflate packs at most 1,032 to 1, and text from a messaging server about 10 to 1: what is far beyond that and of some
// size is made to fill a disk, or to keep a processor busy.

/** How many times its packed size something large may have when it is unpacked. */
export const MAX_RATIO = 200;

const SUSPICIOUS_SIZE = 16 * 1024 * 1024;

/** What is wrong with something packed, as words that follow its name; undefined if nothing is. Sizes in bytes. */
export function suspiciousGrowth(unpacked: number, packed: number, maxRatio = MAX_RATIO): string | undefined {
  const ratio = unpacked / Math.max(packed, 1);
  return unpacked > SUSPICIOUS_SIZE && ratio > maxRatio
    ? `grows ${Math.round(ratio)} times when it is unpacked`
    : undefined;
}
