/** A slash, backslash or dot, plain or encoded one or more times. */
const SEPARATOR = '(?:[/\\\\]|%(?:25)*(?:2f|5c))';
const DOT = '(?:\\.|%(?:25)*2e)';
const DOT_DOT = new RegExp(`${SEPARATOR}${DOT}{2}(?:$|${SEPARATOR})`, 'i');
const ENCODED_CONTROL = /%(?:25)*(?:[01][0-9a-f]|7f)/i;

/**
 * Checks a URL before DNS resolution. Returns why it isn't allowed, or undefined. Encoded slashes are allowed, because some
 * APIs use names with slashes in paths.
 */
export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'it is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `it starts with ${url.protocol} instead of http: or https:`;
  if (url.username !== '' || url.password !== '') return 'it contains a username or a password';
  const path = text.split(/[?#]/, 1)[0]!;
  // The parser silently removes some of them.
  if (/\p{Cc}/u.test(text) || ENCODED_CONTROL.test(path)) return 'it contains a control character';
  // The parser resolves dot segments, so another path than the visible one would be requested.
  if (DOT_DOT.test(path)) return 'its path contains ".."';
  if (/\\|%(?:25)*5c/i.test(path)) return 'its path contains a backslash';
  return undefined;
}
