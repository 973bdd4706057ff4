const DAY = 86_400_000;

/** Milliseconds by which clocks in the zone are ahead of UTC at that time. */
export function zoneOffset(millis: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(millis);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(millis / 1000) * 1000;
}

/** What the clock and the calendar of a zone say, as a field for date and time has it: `2026-01-31T08:00`. */
export function wallClock(millis: number, timeZone: string): string {
  const text = new Date(millis + zoneOffset(millis, timeZone)).toISOString();
  return text.slice(17, 19) === '00' ? text.slice(0, 16) : text.slice(0, 19);
}

/**
 * When a zone's clock says `local`, in milliseconds; undefined if that is no time. A time that comes twice is the first
 * of them, and one that a change of the clocks leaves out is as much later.
 */
export function zonedMillis(local: string, timeZone: string): number | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  const before = asUtc - zoneOffset(asUtc - DAY, timeZone);
  const after = asUtc - zoneOffset(asUtc + DAY, timeZone);
  const right = [before, after].filter((millis) => millis + zoneOffset(millis, timeZone) === asUtc);
  return right.length > 0 ? Math.min(...right) : before;
}

/** How far a zone is from UTC at that time: `UTC+01:00`. */
export function offsetName(millis: number, timeZone: string): string {
  const minutes = Math.round(zoneOffset(millis, timeZone) / 60_000);
  if (minutes === 0) return 'UTC';
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The day so many days after `day`, both as `2026-01-31`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
