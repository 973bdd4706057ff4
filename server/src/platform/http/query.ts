import Type from 'typebox';
import {urlText, word} from './wire.ts';

/** A boolean query parameter. Missing and unknown values are false, as on the reference server. */
export const QueryFlag = Type.Optional(word('true or false.'));

/** Whether a {@link QueryFlag} is true: `true`, `t` or `1` in any case. */
export function isFlagSet(flag: string | undefined): boolean {
  return flag !== undefined && /^(?:true|t|1)$/i.test(flag);
}

/** A query parameter with values separated by commas. */
export const QueryList = Type.Optional(urlText('Separated by commas.'));

/** The values of a {@link QueryList}. */
export function parseQueryList(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((word) => word.trim() || []);
}
