import {describe, expect, test} from 'vitest';
import {LANGUAGES} from '../../../server/src/platform/languages/languages.ts';
import {$language} from './language.ts';
import {addDays, firstDayOfWeek, wallClock, zonedMillis, zoneName} from './zoned-time.ts';

const BERLIN = 'Europe/Berlin';

describe('a local time', () => {
  test.each([
    ['2026-01-31T08:00', 'UTC', '2026-01-31T08:00Z'],
    ['2026-01-31T08:00', BERLIN, '2026-01-31T07:00Z'],
    ['2026-07-31T08:00:05', BERLIN, '2026-07-31T06:00:05Z'],
    ['2026-01-01T00:00', 'America/St_Johns', '2026-01-01T03:30Z'],
    ['1969-12-31T23:00', 'UTC', '1969-12-31T23:00Z'],
  ])('%s in %s', (local, zone, utc) => {
    expect(zonedMillis(local, zone)).toBe(Date.parse(utc));
    expect(wallClock(Date.parse(utc), zone)).toBe(local);
  });

  test('that daylight saving time skips is moved an hour later', () => {
    expect(wallClock(zonedMillis('2026-03-29T02:30', BERLIN)!, BERLIN)).toBe('2026-03-29T03:30');
  });

  test('that occurs twice is the first occurrence', () => {
    expect(zonedMillis('2026-10-25T02:30', BERLIN)).toBe(Date.parse('2026-10-25T00:30Z'));
  });

  test.each(['', 'tomorrow', '2026-02-31', '2026-13-01T00:00'])('%j is invalid', (text) => {
    expect(zonedMillis(text, BERLIN)).toBeUndefined();
  });
});

test('a time zone has a name that is the same all year', () => {
  $language.set('en');
  expect(zoneName('America/New_York')).toBe('Eastern Time (America/New_York)');
  $language.set('de');
  expect(zoneName(BERLIN)).toBe('Mitteleuropäische Zeit (Europe/Berlin)');
  expect(zoneName('UTC')).toBe('UTC');
});

test('days are added across months', () => {
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test('the week begins as usual in the language', () => {
  const first = LANGUAGES.map((one) => {
    $language.set(one);
    return [one, firstDayOfWeek()];
  });
  $language.set(undefined);
  expect(Object.fromEntries(first)).toMatchObject({en: 0, de: 1, fr: 1, es: 1, 'pt-BR': 0, ja: 0, ar: 6});
});
