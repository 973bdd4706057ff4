import {fromAbsolute, parseDate, parseDateTime, toCalendarDateTime, toZoned} from '@internationalized/date';

/** What the clock and the calendar of a zone say, as a field for date and time has it: `2026-01-31T08:00`. */
export function wallClock(millis: number, timeZone: string): string {
  const text = toCalendarDateTime(fromAbsolute(millis, timeZone)).toString();
  return text.slice(17, 19) === '00' ? text.slice(0, 16) : text.slice(0, 19);
}

/**
 * When a zone's clock says `local`, in milliseconds; undefined if that is no time. A time that comes twice is the first
 * of them, and one that a change of the clocks leaves out is as much later.
 */
export function zonedMillis(local: string, timeZone: string): number | undefined {
  // The library reads a day without a time too.
  if (!local.includes('T')) return undefined;
  try {
    return toZoned(parseDateTime(local), timeZone, 'compatible').toDate().getTime();
  } catch {
    return undefined;
  }
}

/** How far a zone is from UTC at that time: `UTC+01:00`. */
export function offsetName(millis: number, timeZone: string): string {
  const minutes = Math.round(fromAbsolute(millis, timeZone).offset / 60_000);
  if (minutes === 0) return 'UTC';
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The day so many days after `day`, both as `2026-01-31`. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({days}).toString();
}
