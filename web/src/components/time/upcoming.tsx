import {useDates} from '../../data/preferences/display.ts';
import {clockFormat, type Dates} from '../../lib/dates.ts';
import {language} from '../../lib/language.ts';

const DAY: Intl.DateTimeFormatOptions = {weekday: 'short', day: 'numeric', month: 'short'};

/** A day of the next weeks: `Sun, Nov 29`. */
export function upcomingDay(millis: number, {timeZone}: Dates): string {
  return new Intl.DateTimeFormat(language(), {timeZone, ...DAY}).format(millis);
}

/** A time in the next weeks: `Sun, Nov 29, 9:00 AM`. */
export function UpcomingTime({at}: {at: number}) {
  const {timeZone, hour12} = useDates();
  const format = new Intl.DateTimeFormat(language(), {timeZone, ...DAY, ...clockFormat(hour12)});
  return <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>;
}
