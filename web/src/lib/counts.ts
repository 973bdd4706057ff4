const format = new Intl.NumberFormat('en-GB');

/** A number as people read it: `12,345`; a dash where there is none. */
export function count(number: number | undefined): string {
  return number === undefined ? '–' : format.format(number);
}
