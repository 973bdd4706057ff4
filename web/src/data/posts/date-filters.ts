import {addDays, zonedMillis} from '../../lib/zoned-time.ts';
import {parseFilters, type SearchFilter, withoutFilter} from './search-terms.ts';

/** The first and the last day on which messages are found. Days have the format `2026-01-31`. */
export interface DayRange {
  first: string;
  last: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The days between `after:` and `before:`, and these filters; undefined if there is not one of each. */
export function daysBetween(filters: readonly SearchFilter[]): (DayRange & {of: SearchFilter[]}) | undefined {
  const [after, ...moreAfter] = filters.filter(({text}) => /^after:/i.test(text));
  const [before, ...moreBefore] = filters.filter(({text}) => /^before:/i.test(text));
  if (!after || !before || moreAfter.length > 0 || moreBefore.length > 0) return undefined;
  if (!isDay(after.value) || !isDay(before.value)) return undefined;
  const [first, last] = [addDays(after.value, 1), addDays(before.value, -1)];
  return first <= last ? {first, last, of: [after, before]} : undefined;
}

/** The filter for messages of these days, and its value, which can include another filter. */
export function rangeFilter({first, last}: DayRange): ['on' | 'after', string] {
  if (first === last) return ['on', first];
  // Neither includes its day.
  return ['after', `${addDays(first, -1)} before:${addDays(last, 1)}`];
}

/** The search without filters for days, except for those that exclude some. */
export function withoutDays(terms: string): string {
  return parseFilters(terms)
    .filter(({text}) => /^(?:on|before|after):/i.test(text))
    .reduce(withoutFilter, terms);
}

function isDay(text: string): boolean {
  return DAY.test(text) && zonedMillis(`${text}T12:00`, 'UTC') !== undefined;
}
