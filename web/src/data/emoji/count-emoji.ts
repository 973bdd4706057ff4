/** Counts uses of emoji with code that is only loaded for it. */
export function countEmoji(count: (counts: typeof import('./emoji-counts.ts')) => void): void {
  // Not worth an error message: the emoji itself was used.
  import('./emoji-counts.ts').then(count).catch(() => undefined);
}
