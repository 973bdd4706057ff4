import type {UserProfile} from '@mattermost/types/users';

/** Times as the person wants them: in their time zone, by their clock of 12 or 24 hours. */
export interface Dates {
  /** `14:05` or `2:05 PM`. */
  time(millis: number): string;
  /** `Today`, `Yesterday`, or `Tuesday, 4 March`, with the year if it is another. */
  day(millis: number): string;
  /** `just now`, `5 min ago`, `3 h ago`, `yesterday`, `Tuesday`, `4 Mar`, or `4 Mar 2025`. */
  ago(millis: number): string;
  /** `4 Mar 2026, 14:05`. */
  dateTime(millis: number): string;
  /** `4 Mar 2026`. */
  date(millis: number): string;
  /** Which calendar day it is; two times are of one day if this is equal. */
  dayKey(millis: number): string;
  timeZone: string;
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', {timeZone: zone});
    return true;
  } catch {
    return false;
  }
}

/** The zone that a person has set, else the one of this browser. */
export function timeZoneOf(user: UserProfile): string {
  const manual = user.timezone?.manualTimezone ?? '';
  if (String(user.timezone?.useAutomaticTimezone) !== 'false' || manual === '') return browserZone;
  return isZone(manual) ? manual : browserZone;
}

const LANGUAGE = 'en-GB';
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days begin at a whole quarter of an hour, in every zone. */
const QUARTER_HOUR = 900_000;

const known = new Map<string, Dates>();

/** The same, made once for all who ask: each of its formats takes longer to make than a message to draw. */
export function datesOf(timeZone: string, hour12: boolean): Dates {
  const key = `${timeZone} ${hour12}`;
  const dates = known.get(key) ?? createDates(timeZone, hour12);
  known.set(key, dates);
  return dates;
}

export function createDates(timeZone: string, hour12: boolean, now: () => number = Date.now): Dates {
  const format = (options: Intl.DateTimeFormatOptions, language = LANGUAGE) =>
    new Intl.DateTimeFormat(language, {timeZone, ...options});
  const clock: Intl.DateTimeFormatOptions = hour12
    ? {hour: 'numeric', minute: '2-digit', hour12: true}
    : {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'};
  const time = format(clock, hour12 ? 'en-US' : LANGUAGE);
  const key = format({year: 'numeric', month: '2-digit', day: '2-digit'}, 'en-CA');
  const dayKeys = new Map<number, string>();
  // A list of ten thousand messages asks for each of them, every time that it grows.
  function dayKey(millis: number): string {
    const quarter = Math.floor(millis / QUARTER_HOUR);
    const known = dayKeys.get(quarter);
    if (known !== undefined) return known;
    const day = key.format(millis);
    dayKeys.set(quarter, day);
    return day;
  }
  const thisYear = format({weekday: 'long', day: 'numeric', month: 'long'});
  const otherYear = format({day: 'numeric', month: 'long', year: 'numeric'});
  const date = format({day: 'numeric', month: 'short', year: 'numeric'});
  const dateOfThisYear = format({day: 'numeric', month: 'short'});
  const weekday = format({weekday: 'long'});
  // By the calendar: when clocks change, a day has 23 hours or 25.
  const daysSince = (millis: number) => (Date.parse(dayKey(now())) - Date.parse(dayKey(millis))) / DAY;
  const isThisYear = (millis: number) => dayKey(millis).slice(0, 4) === dayKey(now()).slice(0, 4);
  return {
    timeZone,
    time: (millis) => time.format(millis),
    dayKey,
    date: (millis) => date.format(millis),
    dateTime: (millis) => `${date.format(millis)}, ${time.format(millis)}`,
    day(millis) {
      const days = daysSince(millis);
      if (days === 0) return 'Today';
      if (days === 1) return 'Yesterday';
      return (isThisYear(millis) ? thisYear : otherYear).format(millis);
    },
    ago(millis) {
      const minutes = Math.floor((now() - millis) / MINUTE);
      if (minutes < 1) return 'just now';
      if (minutes < 60) return `${minutes} min ago`;
      const days = daysSince(millis);
      if (days === 0) return `${Math.floor(minutes / 60)} h ago`;
      if (days === 1) return 'yesterday';
      if (days < 7) return weekday.format(millis);
      return (isThisYear(millis) ? dateOfThisYear : date).format(millis);
    },
  };
}

/** `3 s`, `2 min`, `5 h`, `12 d`: how long something lasted or how old it is. */
export function duration(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
