const format = new Intl.NumberFormat('en-GB');

/** A number as people read it: `12,345`; a dash where there is none. */
export function count(number: number | undefined): string {
  return number === undefined ? '–' : format.format(number);
}

/** A number of things in words: `1 batch`, `12 batches`. */
export function amount(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
