/** The text with every U+0000 and lone surrogate, which PostgreSQL does not store, replaced by U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
