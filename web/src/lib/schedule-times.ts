import {addDays, wallClock, zonedMillis} from './zoned-time.ts';

/** The time of day of the suggestions. */
const MORNING = '09:00';

/** Suggested times in a zone: tomorrow morning, and next Monday morning unless that is tomorrow. */
export function suggestedTimes(
  now: number,
  timeZone: string,
): {tomorrow: number; monday: number | undefined} {
  const today = wallClock(now, timeZone).slice(0, 10);
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  const untilMonday = (8 - weekday) % 7 || 7;
  const at = (days: number) => zonedMillis(`${addDays(today, days)}T${MORNING}`, timeZone)!;
  return {tomorrow: at(1), monday: untilMonday === 1 ? undefined : at(untilMonday)};
}
