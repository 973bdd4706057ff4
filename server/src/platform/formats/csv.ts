// A spreadsheet takes a cell that begins so, spaces aside, for a formula.
const FORMULA = /^ *[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell that no spreadsheet takes for a formula: such a text gets an apostrophe in front. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A line of CSV (RFC 4180), its end included; cells in quotes only where they have to be. */
export function csvLine(cells: readonly (string | number)[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = String(cells[i]);
    if (i > 0) line += ',';
    line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  }
  return `${line}\n`;
}
