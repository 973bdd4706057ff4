// Shared with the web client, so it must not import Node.js modules.

/** The current time, and the time zone that determines the date. */
export interface Calendar {
  /** Milliseconds. */
  now: number;
  /** The name of a zone, such as `Europe/Paris`. */
  timeZone: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const RELATIVE = /^([+-]\d{1,4})([dwmh])$/i;

/** Whether the text is a date that exists, in the format `2026-01-31`. */
export function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether the text is a date and a time, such as `2026-01-31T08:00:00Z`, with or without seconds and an offset. */
export function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && TIME.test(text.slice(10)) && Number.isFinite(Date.parse(text));
}

/** Whether the text is a date and a time with an offset, so that it is the same moment in every time zone. */
export function isInstant(text: string): boolean {
  return isDateTime(text) && /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
}

/** Whether the text is a time relative to now: `today`, `tomorrow`, `yesterday`, `+7d`, `-2w`, `+1M` or `+3H`. */
export function isRelativeTime(text: string): boolean {
  return text === 'today' || text === 'tomorrow' || text === 'yesterday' || RELATIVE.test(text);
}

/** The day in the zone, in the format `2026-01-31`. */
export function dayOf(millis: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(millis);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The day that a date, a date and time, or a relative time is on. */
export function resolveDay(text: string, {now, timeZone}: Calendar): string {
  const today = dayOf(now, timeZone);
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  if (text === 'yesterday') return addDays(today, -1);
  const [, amount, unit] = RELATIVE.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return text.slice(0, 10);
  const count = Number(amount);
  switch (unit.toLowerCase()) {
    case 'h':
      return dayOf(now + count * 3_600_000, timeZone);
    case 'd':
      return addDays(today, count);
    case 'w':
      return addDays(today, count * 7);
    default:
      return addMonths(today, count);
  }
}

/** The hours of a relative time in hours, such as 3 for `+3H`; undefined for any other text. */
export function relativeHours(text: string): number | undefined {
  const [, amount, unit] = RELATIVE.exec(text) ?? [];
  return unit?.toLowerCase() === 'h' ? Number(amount) : undefined;
}

/** How many days `day` is after `other`; negative if it is before. */
export function daysAfter(day: string, other: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) / 86_400_000);
}

/** Adds days to a date; both in the format `2026-01-31`. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day some months later, or the last day of that month. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}

/** Whether the runtime supports the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', {timeZone: name});
    return true;
  } catch {
    return false;
  }
}
