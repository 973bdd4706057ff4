/** A slash or a backslash and a dot, as they are or encoded, once or more often. */
const SEPARATOR = '(?:[/\\\\]|%(?:25)*(?:2f|5c))';
const DOT = '(?:\\.|%(?:25)*2e)';
const DOT_DOT = new RegExp(`${SEPARATOR}${DOT}{2}(?:$|${SEPARATOR})`, 'i');
const ENCODED_CONTROL = /%(?:25)*(?:[01][0-9a-f]|7f)/i;

/**
 * Why a URL is not called at all, before any name is resolved; undefined if nothing is wrong with it. An encoded slash
 * by itself is fine: some APIs have names with slashes in their paths.
 */
export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'it is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `it begins with ${url.protocol} and not http: or https:`;
  if (url.username !== '' || url.password !== '') return 'it contains a user name or a password';
  const path = text.split(/[?#]/, 1)[0]!;
  // The parser drops some of them without a word.
  if (/\p{Cc}/u.test(text) || ENCODED_CONTROL.test(path)) return 'it contains a control character';
  // A parser resolves these away, and what is called would not be what was read.
  if (DOT_DOT.test(path)) return 'its path contains ".."';
  if (/\\|%(?:25)*5c/i.test(path)) return 'its path contains a backslash';
  return undefined;
}
