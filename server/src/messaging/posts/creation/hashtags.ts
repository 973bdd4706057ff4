/** The width of the hashtags column in characters. */
const MAX_LENGTH = 1000;

const PUNCTUATION_BEFORE = /^[^\p{L}\d\s#]+/u;
const LETTER_OR_DIGIT = /[\p{L}\d]/u;
const HASHTAG = /^#\p{L}[\p{L}\d\-_.]*[\p{L}\d]$/u;

/**
 * The hashtags of a message, unchanged and separated by spaces. A hashtag is a `#` and a letter, then letters, digits,
 * `-`, `_` and `.`, ending in a letter or digit. Hashtags that don't fit into the column are dropped.
 */
export function findHashtags(message: string): string {
  if (!message.includes('#')) return '';
  let tags = '';
  for (const word of message.split(/\s+/)) {
    if (!word.includes('#')) continue;
    const tag = trimmed(word);
    if (!HASHTAG.test(tag)) continue;
    if (tags.length + tag.length + 1 > MAX_LENGTH) break;
    tags += tags === '' ? tag : ` ${tag}`;
  }
  return tags;
}

function trimmed(word: string): string {
  const start = PUNCTUATION_BEFORE.exec(word)?.[0].length ?? 0;
  let end = word.length;
  while (end > start) {
    const last = word.codePointAt(end - 2)! > 0xffff ? word.slice(end - 2, end) : word[end - 1]!;
    if (LETTER_OR_DIGIT.test(last)) break;
    end -= last.length;
  }
  return word.slice(start, end);
}
