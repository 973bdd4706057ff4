const format = new Intl.NumberFormat('en-GB');

/** A number as people read it: `12,345`; a dash where there is none. */
export function count(number: number | undefined): string {
  return number === undefined ? '–' : format.format(number);
}

/** A number of things in words: `1 batch`, `12 batches`. */
export function amount(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes as people say it: `12 bytes`, `3.4 MB`. */
export function byteSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** power;
  return `${power === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${UNITS[power]}`;
}
