import {addDays, wallClock, zonedMillis} from './zoned-time.ts';

/** The times of day of the suggestions. For other days, it is always the first. In the evening, it is every hour. */
const MORNING = '09:00';
const TIMES_OF_TODAY = [MORNING, '13:00', '17:00', '18:00', '19:00', '20:00', '21:00', '22:00'];

/** How soon a suggestion can be, in milliseconds. A sooner time is hardly worth waiting for. */
const SOONEST = 3_600_000;

/** Suggested times in milliseconds. */
interface SuggestedTimes {
  /** Later today, except late in the evening. */
  today: number | undefined;
  /** Tomorrow morning. */
  tomorrow: number;
  /** The morning of next Monday, unless that is tomorrow. */
  monday: number | undefined;
  /** The next time at the time of day that the person chose last, unless it is one of the others. */
  last: number | undefined;
}

/** The suggested times in a time zone. `lastChosen` is a time of day such as `14:30`. */
export function suggestedTimes(now: number, timeZone: string, lastChosen?: string): SuggestedTimes {
  const today = wallClock(now, timeZone).slice(0, 10);
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const at = (days: number, time = MORNING) => zonedMillis(`${addDays(today, days)}T${time}`, timeZone)!;
  const others = {
    today: TIMES_OF_TODAY.map((time) => at(0, time)).find((time) => time - now >= SOONEST),
    tomorrow: at(1),
    monday: untilMonday === 1 ? undefined : at(untilMonday),
  };
  const next = lastChosen && [at(0, lastChosen), at(1, lastChosen)].find((time) => time > now);
  return {...others, last: next && !Object.values(others).includes(next) ? next : undefined};
}

const LAST_CHOSEN = 'last-scheduled-time';

/** The time of day that the person chose last in this browser, such as `14:30`. */
export function lastChosenTime(): string | undefined {
  return localStorage.getItem(LAST_CHOSEN) ?? undefined;
}

/** Remembers the time of day of a local date and time: `2026-01-31T14:30`. */
export function rememberChosenTime(local: string): void {
  localStorage.setItem(LAST_CHOSEN, local.slice(11));
}
