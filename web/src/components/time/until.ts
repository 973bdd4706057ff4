import {t} from '@lingui/core/macro';
import type {Dates} from '../../lib/dates.ts';

/** When something ends, to show after it: the time, and the date if it isn't today. */
export function untilText(end: number, dates: Dates): string {
  const isToday = dates.dayKey(end) === dates.dayKey(Date.now());
  const until = isToday ? dates.time(end) : dates.dateTime(end);
  return t`(until ${until})`;
}
