const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * The values of one line of PostgreSQL's COPY in text format; null for NULL. PostgreSQL doesn't write octal or hexadecimal
 * escapes, so they are not supported.
 */
export function parseCopyRow(line: string): (string | null)[] {
  return line
    .split('\t')
    .map((cell) =>
      cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter),
    );
}
