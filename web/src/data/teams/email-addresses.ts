/** The addresses in a text: separated by commas, semicolons, spaces or lines, with or without names around them. */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;<>"]+/).filter(Boolean);
  // A copied list can have names: Ana Lima <ana@example.com>.
  const kept = text.includes('<') ? words.filter((word) => word.includes('@')) : words;
  return [...new Set(kept.map((word) => word.toLowerCase()))];
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 128;
}
