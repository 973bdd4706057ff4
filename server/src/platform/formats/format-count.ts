/** A count with its English noun, such as `1 file` or `1,234 batches`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralize(noun)}`;
}

/** The plural of an English noun that is regular, or the same as the singular. */
export function pluralize(noun: string): string {
  if (noun === 'emoji') return noun;
  if (noun.endsWith('y')) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith('ch') ? `${noun}es` : `${noun}s`;
}
