import {language} from './language.ts';

/** Names of which all parts are in the same order in all languages of the client. */
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
    if (part !== other) return compareParts(part, other);
  }
  if (others.length > ours.length) return -1;
  // Only upper case differs. Lower case comes first.
  return a < b ? 1 : a > b ? -1 : 0;
}

/** Numbers without zeros in front. An underscore is before other punctuation. */
function parts(name: string): string[] {
  const found = name.toLowerCase().replaceAll('_', '!').match(PARTS) ?? [];
  return found.map((part) => part.replace(/^0+(?=\d)/, ''));
}

function compareParts(a: string, b: string): number {
  // Longer parts are numbers, which are larger if both are.
  const areNumbers = /\d/.test(a) && /\d/.test(b);
  if (areNumbers && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}
