import {expect, test} from 'vitest';
import {suggestedTimes} from './schedule-times.ts';

const at = (text: string) => Date.parse(text);

test.each([
  // A Friday.
  ['2026-03-06T10:00Z', 'UTC', '2026-03-07T09:00Z', '2026-03-09T09:00Z'],
  // In Tokyo, it is already Monday.
  ['2026-03-08T23:00Z', 'Asia/Tokyo', '2026-03-10T00:00Z', '2026-03-16T00:00Z'],
  // Clocks change on Sunday.
  ['2026-03-28T12:00Z', 'Europe/Berlin', '2026-03-29T07:00Z', '2026-03-30T07:00Z'],
])('the suggestions at %s in %s are at nine in the morning', (now, zone, tomorrow, monday) => {
  expect(suggestedTimes(at(now), zone)).toEqual({tomorrow: at(tomorrow), monday: at(monday)});
});

test('on a Sunday, Monday is only suggested as tomorrow', () => {
  expect(suggestedTimes(at('2026-03-08T10:00Z'), 'UTC')).toEqual({
    tomorrow: at('2026-03-09T09:00Z'),
    monday: undefined,
  });
});
