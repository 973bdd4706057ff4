import {
  fromAbsolute,
  getDayOfWeek,
  parseDate,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';
import {language} from './language.ts';

/** The first day of the week in the page's language; 0 is Sunday, as in calendars. */
export function firstDayOfWeek(): number {
  // This day is a Sunday.
  return (7 - getDayOfWeek(parseDate('2023-01-01'), language())) % 7;
}

/** How many days a day is after the first day of its week, in the page's language. The day has the format `2026-01-31`. */
export function weekday(day: string): number {
  return getDayOfWeek(parseDate(day), language());
}

/** The local date and time in a zone, in the format of a date and time field: `2026-01-31T08:00`. */
export function wallClock(millis: number, timeZone: string): string {
  const text = toCalendarDateTime(fromAbsolute(millis, timeZone)).toString();
  return text.slice(17, 19) === '00' ? text.slice(0, 16) : text.slice(0, 19);
}

/**
 * The time in milliseconds of a local time in a zone; undefined if it is invalid. If the local time occurs twice,
 * returns the first one. If clocks skip it, moves it forward by the skipped time.
 */
export function zonedMillis(local: string, timeZone: string): number | undefined {
  // The library also accepts a date without a time.
  if (!local.includes('T')) return undefined;
  try {
    return toZoned(parseDateTime(local), timeZone, 'compatible').toDate().getTime();
  } catch {
    return undefined;
  }
}

/** A zone's UTC offset at a time, in seconds. */
export function zoneOffset(millis: number, timeZone: string): number {
  return fromAbsolute(millis, timeZone).offset / 1000;
}

/** A zone's name in the page's language, such as `Eastern Time (America/New_York)`. Its offset depends on the date. */
export function zoneName(timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  const parts = new Intl.DateTimeFormat(language(), {timeZone, timeZoneName: 'longGeneric'}).formatToParts();
  return `${parts.find(({type}) => type === 'timeZoneName')!.value} (${timeZone})`;
}

/** Adds days to a date. Both dates are in the format `2026-01-31`. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({days}).toString();
}

/** Adds months to a date, like `addDays`. The day is earlier if the month is shorter. */
export function addMonths(day: string, months: number): string {
  return parseDate(day).add({months}).toString();
}
