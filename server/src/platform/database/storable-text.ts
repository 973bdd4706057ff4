/** Replaces U+0000 and lone surrogates, which PostgreSQL can't store, with U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
