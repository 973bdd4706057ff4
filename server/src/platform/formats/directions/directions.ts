// Shared with the web client, so it must not import Node.js modules.

export type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = '\\p{Script=Arab}\\p{Script=Hebr}\\p{Script=Syrc}\\p{Script=Thaa}\\p{Script=Nkoo}';
const RIGHT_TO_LEFT_LETTER = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');
const LEFT_TO_RIGHT_LETTER = new RegExp(`(?![${RIGHT_TO_LEFT}])\\p{L}`, 'u');

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** The direction of the first word of a text; undefined without words. */
export function directionOf(text: string): Direction | undefined {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT_LETTER.test(letter) ? 'rtl' : 'ltr';
}

/**
 * A text for use within another one that runs in `direction`. If it has letters of the other direction, such as an Arabic
 * name in an English sentence, invisible characters keep it from rearranging the numbers and punctuation next to it.
 */
export function isolateIn(direction: Direction, text: string): string {
  const other = direction === 'rtl' ? LEFT_TO_RIGHT_LETTER : RIGHT_TO_LEFT_LETTER;
  return other.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}
