import {inByteUnits} from '../../../server/src/platform/formats/byte-size/byte-size.ts';
import {isolate} from './isolate.ts';
import {language} from './language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** A number format in the page's language. Cached, because creating one is slow. */
function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language(), options]);
  const known = formats.get(key) ?? new Intl.NumberFormat(language(), options);
  formats.set(key, known);
  return known;
}

/** A formatted number, such as `12,345`; a dash for undefined. */
export function count(number: number | undefined): string {
  if (number === undefined) return '–';
  // The same in all languages of the client, without `Intl` (`remembered-texts.ts`).
  if (Number.isInteger(number) && number >= 0 && number < 1000) return String(number);
  return format({}).format(number);
}

/** A fraction as a percentage: `50%` for 0.5. */
export function percent(share: number): string {
  return format({style: 'percent'}).format(share);
}

/** A number with a unit of `Intl.NumberFormat`, such as `3 sec`. */
export function inUnits(number: number, unit: string): string {
  return format({style: 'unit', unit, unitDisplay: 'short'}).format(number);
}

/** A formatted number of bytes, such as `12 bytes` or `3.4 MB`. */
export function byteSize(bytes: number): string {
  const {number, format: options} = inByteUnits(bytes);
  return format(options).format(number);
}

/** The name of a unit of bytes, such as `megabyte`, as in `byteSize`: `MB`. */
export function byteUnitName(unit: string): string {
  const parts = format({
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
  }).formatToParts(100);
  return parts.find(({type}) => type === 'unit')!.value.trim();
}

/** A list as text, such as `a letter, a number, and a symbol`. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(language()).format(items.map(isolate));
}
