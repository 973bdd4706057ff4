import {expect, test} from 'vitest';
import {distinctEnds, endTime} from './ends.ts';

const berlin = {
  timeZone: 'Europe/Berlin',
  dayKey: (millis: number) =>
    new Intl.DateTimeFormat('en-CA', {timeZone: 'Europe/Berlin', dateStyle: 'short'}).format(millis),
};
/** 23:30 in Berlin, on the evening before clocks change. */
const evening = Date.parse('2026-10-24T21:30:00Z');

test.each([
  ['never', 0],
  ['30min', evening + 1_800_000],
  ['today', Date.parse('2026-10-24T22:00:00Z')],
  ['tomorrow', Date.parse('2026-10-25T07:00:00Z')],
  // In English, a week starts on Sunday, which is the next day.
  ['week', Date.parse('2026-10-24T22:00:00Z')],
] as const)('a status until %s ends in the time zone of the person', (end, expected) => {
  expect(endTime(end, berlin, evening)).toBe(expected);
});

test('"this week" is left out on its last day', () => {
  expect(distinctEnds(['1h', 'week'], berlin, evening)).toEqual(['1h']);
  expect(distinctEnds(['1h', 'week'], berlin, evening + 3_600_000)).toEqual(['1h', 'week']);
});
