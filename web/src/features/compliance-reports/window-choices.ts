import {addDays, wallClock} from '../../lib/zoned-time.ts';

/** A window as the two fields of the form have it: wall clock times, the end not in it. */
export interface WallClockWindow {
  start: string;
  end: string;
}

const midnight = (day: string) => `${day}T00:00`;
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** Windows that are often asked for, as they are at `now` in the zone. The first is what the form begins with. */
export function windowChoices(now: number, timeZone: string): {label: string; window: WallClockWindow}[] {
  const today = wallClock(now, timeZone).slice(0, 10);
  const thisMonth = firstOfMonth(today);
  const lastMonth = firstOfMonth(addDays(thisMonth, -1));
  const days = (from: string, to: string): WallClockWindow => ({start: midnight(from), end: midnight(to)});
  return [
    {label: 'Last 30 days', window: days(addDays(today, -30), today)},
    {label: 'Yesterday', window: days(addDays(today, -1), today)},
    {label: 'Last 7 days', window: days(addDays(today, -7), today)},
    {label: 'Last month', window: days(lastMonth, thisMonth)},
    {label: 'This month so far', window: days(thisMonth, addDays(today, 1))},
  ];
}
