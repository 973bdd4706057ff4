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
  expect(suggestedTimes(at(now), zone)).toMatchObject({tomorrow: at(tomorrow), monday: at(monday)});
});

test('on a Sunday, Monday is only suggested as tomorrow', () => {
  expect(suggestedTimes(at('2026-03-08T10:00Z'), 'UTC')).toMatchObject({
    tomorrow: at('2026-03-09T09:00Z'),
    monday: undefined,
  });
});

test.each([
  ['2026-03-06T06:00Z', '2026-03-06T09:00Z'],
  ['2026-03-06T08:00Z', '2026-03-06T09:00Z'],
  ['2026-03-06T08:01Z', '2026-03-06T13:00Z'],
  ['2026-03-06T13:00Z', '2026-03-06T17:00Z'],
  ['2026-03-06T16:01Z', '2026-03-06T18:00Z'],
  ['2026-03-06T20:30Z', '2026-03-06T22:00Z'],
  ['2026-03-06T21:01Z', undefined],
])('the suggestion for later on the same day at %s is at least an hour away', (now, today) => {
  expect(suggestedTimes(at(now), 'UTC').today).toBe(today && at(today));
});

test.each([
  ['2026-03-06T10:00Z', '14:30', '2026-03-06T14:30Z'],
  ['2026-03-06T14:30Z', '14:30', '2026-03-07T14:30Z'],
  // Already suggested as another one.
  ['2026-03-06T10:00Z', '13:00', undefined],
  ['2026-03-06T10:00Z', '09:00', undefined],
  ['2026-03-06T10:00Z', undefined, undefined],
])('the suggestion at %s is the time of day that the person chose last, %s', (now, chosen, last) => {
  expect(suggestedTimes(at(now), 'UTC', chosen).last).toBe(last && at(last));
});
