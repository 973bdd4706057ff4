const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** A number of bytes in a suitable unit, and how `Intl.NumberFormat` formats it: `12 bytes`, `3.4 MB`. */
export function inByteUnits(bytes: number): {number: number; format: Intl.NumberFormatOptions} {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** power;
  const fractionDigits = power === 0 || number >= 100 ? 0 : 1;
  return {
    number,
    format: {
      style: 'unit',
      unit: UNITS[power]!,
      unitDisplay: power === 0 ? 'long' : 'short',
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    },
  };
}

/** A number of bytes in English, for output of commands and messages of errors: `12 bytes`, `3.4 MB`. */
export function byteSize(bytes: number): string {
  const {number, format} = inByteUnits(bytes);
  return number.toLocaleString('en', format);
}
