// A slash or a backslash in a coat, or two dots between slashes, encoded once or more often.
const ENCODED_SEPARATOR = /%(?:25)*(?:2f|5c)|\\/i;
const DOT = '(?:\\.|%(?:25)*2e)';
const DOT_SEGMENT = new RegExp(`(?:^|/)${DOT}{1,2}(?:/|$)`, 'i');

/**
 * Whether programs on the way could read the path of a URL differently: it has an encoded slash or a backslash, or a
 * segment `.` or `..`. No path of ours has any of these; in a path that has, what one program checked may not be what
 * the next one opens.
 *
 * @param url as it was sent, with its query
 */
export function isAmbiguousPath(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return ENCODED_SEPARATOR.test(path) || DOT_SEGMENT.test(path);
}
