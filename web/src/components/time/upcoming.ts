import type {Dates} from '../../lib/dates.ts';
import {language} from '../../lib/language.ts';

const DAY: Intl.DateTimeFormatOptions = {weekday: 'short', day: 'numeric', month: 'short'};

/** A day of the next weeks: `Sun, Nov 29`. */
export function upcomingDay(millis: number, {timeZone}: Dates): string {
  return new Intl.DateTimeFormat(language(), {timeZone, ...DAY}).format(millis);
}

/** A time in the next weeks: `Sun, Nov 29, 9:00 AM`. */
export function upcomingTime(millis: number, {timeZone, hour12}: Dates): string {
  const clock = {hour: 'numeric', minute: '2-digit', hourCycle: hour12 ? 'h12' : 'h23'} as const;
  return new Intl.DateTimeFormat(language(), {timeZone, ...DAY, ...clock}).format(millis);
}
