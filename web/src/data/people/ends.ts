import {addDays, weekday, zonedMillis} from '../../lib/zoned-time.ts';

/** When a temporary setting, such as a status, ends. */
export type End = 'never' | '30min' | '1h' | '4h' | 'today' | 'tomorrow' | 'week';

const HOUR = 3_600_000;
/** The hour at which "until tomorrow" ends. */
const MORNING = 'T08:00';

interface Calendar {
  dayKey: (millis: number) => string;
  timeZone: string;
}

/** The ends without "this week" on the last day of the week, when it is the same as "today". */
export function distinctEnds(ends: readonly End[], calendar: Calendar, now = Date.now()): readonly End[] {
  const isLastDay = endTime('week', calendar, now) === endTime('today', calendar, now);
  return isLastDay ? ends.filter((end) => end !== 'week') : ends;
}

/** The end in milliseconds, in the time zone whose calendar day `dayKey` returns; 0 for never. */
export function endTime(end: End, {dayKey, timeZone}: Calendar, now = Date.now()): number {
  const today = dayKey(now);
  const tomorrow = addDays(today, 1);
  const midnight = (day: string) => zonedMillis(`${day}T00:00`, timeZone) ?? now + 24 * HOUR;
  switch (end) {
    case 'never':
      return 0;
    case '30min':
      return now + HOUR / 2;
    case '1h':
      return now + HOUR;
    case '4h':
      return now + 4 * HOUR;
    case 'today':
      return midnight(tomorrow);
    case 'tomorrow':
      return zonedMillis(`${tomorrow}${MORNING}`, timeZone) ?? now + 24 * HOUR;
    case 'week':
      return midnight(addDays(today, 7 - weekday(today)));
  }
}
