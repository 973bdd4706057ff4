// An encoded slash or backslash, or a dot segment, encoded one or more times.
const ENCODED_SEPARATOR = /%(?:25)*(?:2f|5c)|\\/i;
const DOT = '(?:\\.|%(?:25)*2e)';
const DOT_SEGMENT = new RegExp(`(?:^|/)${DOT}{1,2}(?:/|$)`, 'i');

/**
 * Whether proxies and the server could interpret the path of a URL differently: it has an encoded slash, a backslash, or a
 * segment `.` or `..`. None of our paths do. With such a path, a proxy might check another path than the server uses.
 *
 * @param url the original URL, including its query
 */
export function isAmbiguousPath(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return ENCODED_SEPARATOR.test(path) || DOT_SEGMENT.test(path);
}
