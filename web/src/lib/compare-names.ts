import {language} from './language.ts';

/** Names with only these characters are in the same order in all languages of the client. */
const PLAIN = /^[a-z0-9 ._-]*$/i;
const PARTS = /\d+|\D/g;

/**
 * Compares two names in the order of the page's language, with numbers by value. The result is as for `sort`. Plain names
 * need no `Intl` (`remembered-texts.ts`), which orders them the same.
 */
export function compareNames(a: string, b: string): number {
  if (!PLAIN.test(a) || !PLAIN.test(b)) return a.localeCompare(b, language(), {numeric: true});
  const [ours, others] = [parts(a), parts(b)];
  for (const [index, part] of ours.entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const order = compareParts(part.toLowerCase(), other.toLowerCase());
    if (order !== 0) return order;
  }
  if (others.length > ours.length) return -1;
  // Only upper case differs. Lower case comes first.
  return compareTexts(others.join(''), ours.join(''));
}

/** Numbers without zeros in front, and single characters. An underscore is before other punctuation. */
function parts(name: string): string[] {
  const found = name.replaceAll('_', '!').match(PARTS) ?? [];
  return found.map((part) => part.replace(/^0+(?=\d)/, ''));
}

function compareParts(a: string, b: string): number {
  const areNumbers = /\d/.test(a) && /\d/.test(b);
  return areNumbers && a.length !== b.length ? a.length - b.length : compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
