import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {language} from './language.ts';
import {inUnits} from './numbers.ts';
import {rememberedText} from './remembered-texts.ts';

/** Formats times in the page's language, the person's time zone, and 12-hour or 24-hour format. */
export interface Dates {
  /** `14:05` or `2:05 PM`. */
  time(millis: number): string;
  /** `Today`, `Yesterday`, or `Tuesday, March 4`, with the year if it isn't the current one. */
  day(millis: number): string;
  /** `just now`, `5 min. ago`, `3 hr. ago`, `yesterday`, `Tuesday`, `Mar 4`, or `Mar 4, 2025`. */
  ago(millis: number): string;
  /** `Mar 4, 2026, 14:05`. */
  dateTime(millis: number): string;
  /** `Mar 4, 2026`. */
  date(millis: number): string;
  /** The calendar day. Two times on the same day have the same key. */
  dayKey(millis: number): string;
  /** Slow when it is first read (`remembered-texts.ts`), so the components of the first page only read it when needed. */
  readonly timeZone: string;
  /** Whether times use the 12-hour clock. */
  hour12: boolean;
}

/** Whether the page's language normally uses the 12-hour clock. */
export function usesTwelveHours(): boolean {
  const current = language();
  const clock = rememberedText(`${current} clock`, () => {
    const format = new Intl.DateTimeFormat(current, {hour: 'numeric'});
    return format.resolvedOptions().hour12 === true ? '12' : '24';
  });
  return clock === '12';
}

/** The time zone of this browser. The first call is slow (`remembered-texts.ts`). */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const zones = new Map<string, boolean>();

/** Cached, because every message of a person with a manual time zone needs it. */
function isZone(zone: string): boolean {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  let isValid = true;
  try {
    new Intl.DateTimeFormat('en', {timeZone: zone});
  } catch {
    isValid = false;
  }
  zones.set(zone, isValid);
  return isValid;
}

/** The time zone that a person has set; undefined if times are in the browser's. */
export function manualZone({timezone}: UserProfile): string | undefined {
  const manual = timezone?.manualTimezone ?? '';
  if (String(timezone?.useAutomaticTimezone) !== 'false' || manual === '') return undefined;
  return isZone(manual) ? manual : undefined;
}

/** The time zone that a person has set, or else the browser's. */
export const getTimeZone = (user: UserProfile) => manualZone(user) ?? browserZone();

/** The time zone of another person; undefined if it isn't known. */
export function findTimeZone({timezone}: UserProfile): string | undefined {
  const isAutomatic = String(timezone?.useAutomaticTimezone) !== 'false';
  const zone = (isAutomatic ? timezone?.automaticTimezone : timezone?.manualTimezone) ?? '';
  return zone !== '' && isZone(zone) ? zone : undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** In milliseconds. In every zone, days begin at a multiple of this. */
const QUARTER_HOUR = 900_000;

const known = new Map<string, Dates>();

/** The formats of a zone, or else of the browser's. Cached, because creating one takes longer than rendering a message. */
export function getDates(timeZone: string | undefined, hour12: boolean): Dates {
  const key = `${language()} ${timeZone} ${hour12}`;
  const dates = known.get(key) ?? createDates(timeZone, hour12);
  known.set(key, dates);
  return dates;
}

/** The format of times with the 12-hour or the 24-hour clock. */
export function clockFormat(hour12: boolean): Intl.DateTimeFormatOptions {
  return hour12
    ? {hour: 'numeric', minute: '2-digit', hour12: true}
    : {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'};
}

export function createDates(
  timeZone: string | undefined,
  hour12: boolean,
  now: () => number = Date.now,
): Dates {
  const locale = language();
  const zone = timeZone ?? 'UTC';
  // In the browser's zone, local times are formatted as if they were in UTC, because the browser knows them without a
  // format, so that their texts can be remembered.
  const local = timeZone === undefined ? asUtc : (millis: number) => millis;
  const lazyFormat = (options: Intl.DateTimeFormatOptions, language: string = locale) =>
    lazily(() => new Intl.DateTimeFormat(language, {timeZone: zone, ...options}));
  /** A format's text for a part of the local time in the ISO format, such as its date. */
  const asText = (
    name: string,
    format: () => Intl.DateTimeFormat,
    millis: number,
    ...part: [number, number]
  ) => {
    const create = () => format().format(local(millis));
    if (timeZone !== undefined) return create();
    return rememberedText(`${locale} ${name} ${isoTime(millis).slice(...part)}`, create);
  };
  const clock = clockFormat(hour12);
  const hours = hour12 ? '12' : '24';
  const time = lazyFormat(clock);
  // Formats a day as 2026-03-04.
  const key = lazyFormat({year: 'numeric', month: '2-digit', day: '2-digit'}, 'en-CA');
  const dayKeys = new Map<number, string>();
  // A list of ten thousand messages calls this for each message whenever it grows.
  function dayKey(millis: number): string {
    const quarter = Math.floor(millis / QUARTER_HOUR);
    const known = dayKeys.get(quarter);
    if (known !== undefined) return known;
    const day = timeZone === undefined ? isoTime(millis).slice(0, 10) : key().format(millis);
    dayKeys.set(quarter, day);
    return day;
  }
  const thisYear = lazyFormat({weekday: 'long', day: 'numeric', month: 'long'});
  const otherYear = lazyFormat({day: 'numeric', month: 'long', year: 'numeric'});
  const date = lazyFormat({day: 'numeric', month: 'short', year: 'numeric'});
  const dateTime = lazyFormat({day: 'numeric', month: 'short', year: 'numeric', ...clock});
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, {numeric: 'auto', style: 'short'}));
  const dateOfThisYear = lazyFormat({day: 'numeric', month: 'short'});
  const weekday = lazyFormat({weekday: 'long'});
  // Counts calendar days, because days have 23 or 25 hours when clocks change.
  const daysSince = (millis: number) => (Date.parse(dayKey(now())) - Date.parse(dayKey(millis))) / DAY;
  const isThisYear = (millis: number) => dayKey(millis).slice(0, 4) === dayKey(now()).slice(0, 4);
  return {
    get timeZone() {
      return timeZone ?? browserZone();
    },
    hour12,
    time: (millis) => asText(hours, time, millis, 11, 16),
    dayKey,
    date: (millis) => asText('date', date, millis, 0, 10),
    dateTime: (millis) => asText(hours, dateTime, millis, 0, 16),
    day(millis) {
      const days = daysSince(millis);
      if (days === 0) return t`Today`;
      if (days === 1) return t`Yesterday`;
      if (isThisYear(millis)) return asText('day', thisYear, millis, 0, 10);
      return asText('day of a year', otherYear, millis, 0, 10);
    },
    ago(millis) {
      const minutes = Math.floor((now() - millis) / MINUTE);
      if (minutes < 1) return t`just now`;
      if (minutes < 60) return relative().format(-minutes, 'minute');
      const days = daysSince(millis);
      if (days === 0) return relative().format(-Math.floor(minutes / 60), 'hour');
      if (days === 1) return relative().format(-1, 'day');
      if (days < 7) return weekday().format(local(millis));
      return (isThisYear(millis) ? dateOfThisYear() : date()).format(local(millis));
    },
  };
}

/** A local time of the browser's zone, as the time that is the same in UTC. */
const asUtc = (millis: number) => millis - new Date(millis).getTimezoneOffset() * MINUTE;

const isoTime = (millis: number) => new Date(asUtc(millis)).toISOString();

function lazily<Format>(create: () => Format): () => Format {
  let format: Format | undefined;
  return () => (format ??= create());
}

/** A duration or age: `3 sec`, `2 min`, `5 hr`, `12 days`. */
export function duration(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) return inUnits(seconds, 'second');
  if (seconds < 3600) return inUnits(Math.round(seconds / 60), 'minute');
  if (seconds < 2 * 86_400) return inUnits(Math.round(seconds / 3600), 'hour');
  return inUnits(Math.round(seconds / 86_400), 'day');
}
