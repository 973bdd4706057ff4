// Shared with the web client, so it must not import Node.js modules.

/** The days of a week in the order of `Date.getDay()`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/**
 * The start and end of notifications on a day, such as `09:00` and `17:30`, in full or half hours. An end that is not
 * after the start is on the next day.
 */
export interface NotificationHours {
  from: string;
  to: string;
}

/** The hours in which a user is notified. On a day without hours, only the hours that began the day before apply. */
export type NotificationSchedule = Readonly<Partial<Record<Weekday, NotificationHours>>>;

const HOURS = /^((?:[01]\d|2[0-3]):[03]0)-((?:[01]\d|2[0-3]):[03]0)$/;

/** In every time zone, half hours start at a multiple of this, in milliseconds. */
const QUARTER_HOUR = 900_000;
const QUARTER_HOURS_OF_A_WEEK = 7 * 24 * 4;

/**
 * Parses the value of a preference, such as `{"monday":"09:00-17:30"}`. Undefined for any other text, and if no day has
 * hours.
 */
export function parseNotificationSchedule(text: string): NotificationSchedule | undefined {
  let entries: [string, unknown][];
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return undefined;
    entries = Object.entries(parsed);
  } catch {
    return undefined;
  }
  const schedule: Partial<Record<Weekday, NotificationHours>> = {};
  for (const [name, hours] of entries) {
    const day = WEEKDAYS.find((one) => one === name);
    const [, from, to] = (typeof hours === 'string' && HOURS.exec(hours)) || [];
    if (!day || from === undefined || to === undefined) return undefined;
    schedule[day] = {from, to};
  }
  return entries.length > 0 ? schedule : undefined;
}

/** The value of the preference for a schedule. */
export function formatNotificationSchedule(schedule: NotificationSchedule): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(schedule).map(([day, {from, to}]) => [day, `${from}-${to}`])),
  );
}

/** Whether a schedule allows notifications at a time (milliseconds), in the given time zone. */
export function allowsNotifications(
  schedule: NotificationSchedule,
  millis: number,
  timeZone: string,
): boolean {
  return allowsAt(schedule, millis, createClock(timeZone));
}

/**
 * The first time at or after `millis` at which a schedule allows notifications. If a clock change skips its only hours
 * in this week, returns a time a week later, so that the caller checks again.
 */
export function nextNotifications(schedule: NotificationSchedule, millis: number, timeZone: string): number {
  const clock = createClock(timeZone);
  if (allowsAt(schedule, millis, clock)) return millis;
  const first = (Math.floor(millis / QUARTER_HOUR) + 1) * QUARTER_HOUR;
  for (let count = 0; count < QUARTER_HOURS_OF_A_WEEK; count++) {
    const time = first + count * QUARTER_HOUR;
    if (allowsAt(schedule, time, clock)) return time;
  }
  return first + QUARTER_HOURS_OF_A_WEEK * QUARTER_HOUR;
}

function allowsAt(schedule: NotificationSchedule, millis: number, clock: Intl.DateTimeFormat): boolean {
  const parts = clock.formatToParts(millis);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  const time = `${part('hour')}:${part('minute')}`;
  const index = WEEKDAYS.indexOf(part('weekday').toLowerCase() as Weekday);
  const today = schedule[WEEKDAYS[index]!];
  if (today && time >= today.from && (endsNextDay(today) || time < today.to)) return true;
  const yesterday = schedule[WEEKDAYS[(index + 6) % 7]!];
  return yesterday !== undefined && endsNextDay(yesterday) && time < yesterday.to;
}

/** Whether the hours of a day end on the next day. */
export function endsNextDay({from, to}: NotificationHours): boolean {
  return to <= from;
}

function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
