import {i18n} from '@lingui/core';
import {beforeAll, describe, expect, test} from 'vitest';
import {createDates, duration} from './dates.ts';

const NOON = Date.UTC(2026, 2, 4, 12, 5);
const HOUR = 3_600_000;
const now = () => NOON;

// Texts are shown as they are in the source.
beforeAll(() => i18n.loadAndActivate({locale: 'en', messages: {}}));

describe('times', () => {
  test('are in 12-hour or 24-hour format, in the time zone', () => {
    expect(createDates('UTC', false, now).time(NOON)).toBe('12:05');
    expect(createDates('UTC', true, now).time(NOON)).toBe('12:05 PM');
    expect(createDates('Asia/Tokyo', false, now).time(NOON)).toBe('21:05');
    expect(createDates('UTC', false, now).time(Date.UTC(2026, 2, 4, 0, 5))).toBe('00:05');
  });

  test('have names for days', () => {
    const dates = createDates('UTC', false, now);
    expect(dates.day(NOON - HOUR)).toBe('Today');
    expect(dates.day(NOON - 24 * HOUR)).toBe('Yesterday');
    expect(dates.day(NOON - 72 * HOUR)).toBe('Sunday, March 1');
    expect(dates.day(Date.UTC(2025, 0, 2))).toBe('January 2, 2025');
  });

  test('are relative, with the most suitable unit', () => {
    const dates = createDates('UTC', false, now);
    expect(dates.ago(NOON + 5_000)).toBe('just now');
    expect(dates.ago(NOON - 59_000)).toBe('just now');
    expect(dates.ago(NOON - HOUR + 1)).toBe('59 min. ago');
    expect(dates.ago(NOON - 12 * HOUR)).toBe('12 hr. ago');
    expect(dates.ago(NOON - 13 * HOUR)).toBe('yesterday');
    expect(dates.ago(NOON - 72 * HOUR)).toBe('Sunday');
    expect(dates.ago(NOON - 7 * 24 * HOUR)).toBe('Feb 25');
    expect(dates.ago(Date.UTC(2025, 2, 4))).toBe('Mar 4, 2025');
    expect(createDates('Asia/Tokyo', false, now).ago(NOON - 12 * HOUR)).toBe('12 hr. ago');
    expect(createDates('America/New_York', false, now).ago(NOON - 12 * HOUR)).toBe('yesterday');
  });

  test('are yesterday even if clocks changed in between', () => {
    const afterMidnight = Date.UTC(2026, 2, 29, 22, 30);
    const dates = createDates('Europe/Berlin', false, () => afterMidnight);
    expect(dates.day(afterMidnight - 24 * HOUR)).toBe('Saturday, March 28');
    expect(dates.day(afterMidnight - HOUR)).toBe('Yesterday');
  });

  test('are on another day in another zone', () => {
    expect(createDates('Pacific/Auckland', false, now).dayKey(NOON)).toBe('2026-03-05');
    expect(createDates('UTC', false, now).dayKey(NOON)).toBe('2026-03-04');
  });

  test('are formatted as durations', () => {
    expect([900, 61_000, 3 * HOUR, 50 * HOUR].map(duration)).toEqual(['1 sec', '1 min', '3 hr', '2 days']);
  });
});
