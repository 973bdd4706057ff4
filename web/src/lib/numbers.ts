import {language} from './language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** A format of numbers in the language of the page. Making one takes longer than using it a thousand times. */
function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language(), options]);
  const known = formats.get(key) ?? new Intl.NumberFormat(language(), options);
  formats.set(key, known);
  return known;
}

/** A number as people read it: `12,345`; a dash where there is none. */
export function count(number: number | undefined): string {
  return number === undefined ? '–' : format({}).format(number);
}

/** A number with a unit of `Intl.NumberFormat`: `3 sec`. */
export function inUnits(number: number, unit: string): string {
  return format({style: 'unit', unit, unitDisplay: 'short'}).format(number);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** A number of bytes as people say it: `12 bytes`, `3.4 MB`. */
export function byteSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** power;
  const fractionDigits = power === 0 || number >= 100 ? 0 : 1;
  return format({
    style: 'unit',
    unit: UNITS[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  }).format(number);
}

/** Several things in a sentence: `a letter, a number, and a symbol`. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(language()).format(items);
}
