import {InvalidArgumentError} from 'commander';

/** Parses the value of an option that is a number of days. */
export function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number of days, at least 1.');
  }
  return Number(text);
}
