import {InvalidArgumentError} from 'commander';

/** What an option takes that is a number of days. */
export function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new InvalidArgumentError('It is a whole number of days, at least 1.');
  }
  return Number(text);
}
