import {describe, expect, test} from 'vitest';
import {
  allowsNotifications,
  formatNotificationSchedule,
  nextNotifications,
  parseNotificationSchedule,
} from './notification-schedule.ts';

const at = (text: string) => Date.parse(text);

test('a schedule is the same after formatting and parsing', () => {
  const text = '{"monday":"09:00-17:30","saturday":"22:00-02:00"}';
  const schedule = parseNotificationSchedule(text)!;
  expect(schedule).toEqual({monday: {from: '09:00', to: '17:30'}, saturday: {from: '22:00', to: '02:00'}});
  expect(formatNotificationSchedule(schedule)).toBe(text);
});

test.each([
  '',
  '{}',
  'null',
  '[]',
  '"monday"',
  '{"monday":null}',
  '{"monday":["09:00-17:00"]}',
  '{"Monday":"09:00-17:00"}',
  '{"__proto__":"09:00-17:00"}',
  '{"monday":"9:00-17:00"}',
  '{"monday":"09:00-24:00"}',
  '{"monday":"09:15-17:00"}',
])('%s is not a schedule', (text) => {
  expect(parseNotificationSchedule(text)).toBeUndefined();
});

describe('the hours of a day', () => {
  const schedule = parseNotificationSchedule('{"monday":"09:00-17:30"}')!;
  // Monday in Tokyo, nine hours ahead of UTC.
  test.each([
    ['2026-03-01T23:59:59.999Z', false],
    ['2026-03-02T00:00:00Z', true],
    ['2026-03-02T08:29:59.999Z', true],
    ['2026-03-02T08:30:00Z', false],
    ['2026-03-03T00:00:00Z', false],
  ])('are in local time: %s', (time, expected) => {
    expect(allowsNotifications(schedule, at(time), 'Asia/Tokyo')).toBe(expected);
  });

  test('that end on the next day include the next morning, but not the one before', () => {
    const night = parseNotificationSchedule('{"monday":"22:00-06:00"}')!;
    const allowed = [
      '2026-03-02T05:00Z',
      '2026-03-02T21:59Z',
      '2026-03-02T22:00Z',
      '2026-03-03T05:59Z',
      '2026-03-03T06:00Z',
      '2026-03-03T22:00Z',
    ].map((time) => allowsNotifications(night, at(time), 'UTC'));
    expect(allowed).toEqual([false, false, true, true, false, false]);
  });

  test('with the same start and end last 24 hours', () => {
    const whole = parseNotificationSchedule('{"monday":"08:00-08:00"}')!;
    const allowed = ['2026-03-02T07:59Z', '2026-03-02T08:00Z', '2026-03-03T07:59Z', '2026-03-03T08:00Z'].map(
      (time) => allowsNotifications(whole, at(time), 'UTC'),
    );
    expect(allowed).toEqual([false, true, true, false]);
  });
});

describe('the next notifications', () => {
  const schedule = parseNotificationSchedule('{"monday":"09:00-17:00","friday":"22:30-01:00"}')!;
  test.each([
    ['are now if the schedule allows them', '2026-03-02T09:10:11Z', 'UTC', '2026-03-02T09:10:11Z'],
    ['are on the next day with hours', '2026-03-02T17:00:00Z', 'UTC', '2026-03-06T22:30:00Z'],
    ['are a week later at most', '2026-03-07T01:00:01Z', 'UTC', '2026-03-09T09:00:00Z'],
    ['are by the clock of the zone', '2026-03-07T01:00:01Z', 'Asia/Kathmandu', '2026-03-09T03:15:00Z'],
    ['follow its changes', '2026-03-07T12:00:00Z', 'America/New_York', '2026-03-09T13:00:00Z'],
  ])('%s', (_what, now, zone, expected) => {
    expect(nextNotifications(schedule, at(now), zone)).toBe(at(expected));
  });

  test('are checked again in a week if a clock change skips the only hours of this week', () => {
    const skipped = parseNotificationSchedule('{"sunday":"02:00-03:00"}')!;
    expect(nextNotifications(skipped, at('2026-03-07T12:00:00Z'), 'America/New_York')).toBe(
      at('2026-03-14T12:15:00Z'),
    );
  });
});
