// Spreadsheets treat cells that start like this, after any spaces, as formulas. Some also accept full-width characters.
const FORMULA = /^[ \n]*[=+\-@\t\r＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Adds an apostrophe before text that a spreadsheet would treat as a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A line of CSV (RFC 4180), including the newline. Only cells that need quotes are quoted. */
export function csvLine(cells: readonly (string | number)[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = String(cells[i]);
    if (i > 0) line += ',';
    line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  }
  return `${line}\n`;
}
