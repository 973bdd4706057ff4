// Scripts written without spaces between words. In these, a match can be anywhere in a text.
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/** The words that mention a person, in addition to `@name`. */
export interface MentionKeywords {
  /** Has one group, so that every second part of a split text is a match. */
  pattern: RegExp;
  /** Whether a match counts. A first name is case-sensitive. */
  counts(word: string): boolean;
}

const known = new Map<string, MentionKeywords | undefined>();

/**
 * The words that mention a person: keys separated by commas, in any case, and their first name if it is given.
 * Undefined if there are none.
 */
export function mentionKeywords(keys: string, firstName: string): MentionKeywords | undefined {
  const id = `${keys}\n${firstName}`;
  if (!known.has(id)) known.set(id, createMentionKeywords(keys, firstName));
  return known.get(id);
}

function createMentionKeywords(keys: string, firstName: string): MentionKeywords | undefined {
  const words = keys
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  const all = firstName === '' ? words : [...words, firstName];
  if (all.length === 0) return undefined;
  // If one word starts with another, the longer one wins.
  const sources = all.toSorted((a, b) => b.length - a.length).map(toPattern);
  return {
    pattern: new RegExp(`(${sources.join('|')})`, 'iu'),
    counts: (word) => word === firstName || words.includes(word.toLowerCase()),
  };
}

function toPattern(word: string): string {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return UNSPACED.test(word) ? escaped : `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`;
}
