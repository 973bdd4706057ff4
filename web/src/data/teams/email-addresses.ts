/**
 * The email addresses in a text. They are separated by commas, semicolons, spaces or line breaks, with or without
 * names around them.
 */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;<>"]+/).filter(Boolean);
  // A copied list can contain names: Ana Lima <ana@example.com>.
  const kept = text.includes('<') ? words.filter((word) => word.includes('@')) : words;
  return [...new Set(kept.map((word) => word.toLowerCase()))];
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 128;
}
