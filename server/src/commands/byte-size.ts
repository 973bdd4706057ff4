import {inByteUnits} from '../platform/formats/byte-size/byte-size.ts';

/** A number of bytes for the output of a command: `12 bytes`, `3.4 MB`. */
export function byteSize(bytes: number): string {
  const {number, format} = inByteUnits(bytes);
  return number.toLocaleString('en', format);
}
