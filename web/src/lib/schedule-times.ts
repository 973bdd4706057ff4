import {addDays, wallClock, zonedMillis} from './zoned-time.ts';

/** The times of day of the suggestions. For other days, it is always the first. */
const MORNING = '09:00';
const TIMES_OF_TODAY = [MORNING, '13:00', '17:00'];

/** How soon a suggestion can be, in milliseconds. A sooner time is hardly worth waiting for. */
const SOONEST = 3_600_000;

/** Suggested times in milliseconds. */
interface SuggestedTimes {
  /** Later today, except in the evening. */
  today: number | undefined;
  /** Tomorrow morning. */
  tomorrow: number;
  /** The morning of next Monday, unless that is tomorrow. */
  monday: number | undefined;
}

/** The suggested times in a time zone. */
export function suggestedTimes(now: number, timeZone: string): SuggestedTimes {
  const today = wallClock(now, timeZone).slice(0, 10);
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const at = (days: number, time = MORNING) => zonedMillis(`${addDays(today, days)}T${time}`, timeZone)!;
  return {
    today: TIMES_OF_TODAY.map((time) => at(0, time)).find((time) => time - now >= SOONEST),
    tomorrow: at(1),
    monday: untilMonday === 1 ? undefined : at(untilMonday),
  };
}
