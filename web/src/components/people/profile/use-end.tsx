import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import {type End, endTime} from '../../../data/people/ends.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useFutureTime} from '../../time/future-time.tsx';
import {upcomingDay} from '../../time/upcoming.tsx';

/** Another end: `kept` is the current one, and `custom` asks for a date and time. */
export type ChosenEnd = End | 'kept' | 'custom';

/** The labels of ends. */
export function useEndLabels(): Record<End, string> {
  const dates = useDates();
  const tomorrow = endTime('tomorrow', dates);
  const morning = dates.time(tomorrow);
  const day = upcomingDay(tomorrow, dates);
  // It ends at midnight, when the next week begins.
  const lastDay = upcomingDay(endTime('week', dates) - 1, dates);
  return {
    never: t`Don't clear`,
    '30min': t`30 minutes`,
    '1h': t`1 hour`,
    '4h': t`4 hours`,
    today: t`Today`,
    tomorrow: t`Tomorrow at ${morning} (${day})`,
    week: t`This week (until ${lastDay})`,
  };
}

/**
 * The chosen end of a status. `value` is everything that was entered. `field` asks for the date and time of a custom one. `read` returns the end in
 * milliseconds, 0 for never; if a custom one isn't in the future, the field shows an error and `read` returns undefined.
 */
export function useEnd(initial: ChosenEnd, current = 0) {
  const dates = useDates();
  const [end, setEnd] = useState(initial);
  const custom = useFutureTime(current || endTime('tomorrow', dates));
  return {
    end,
    setEnd,
    value: [end, custom.value],
    field: (end === 'custom' ? custom.field : undefined) as ReactNode,
    read(): number | undefined {
      if (end === 'custom') return custom.read();
      return end === 'kept' ? current : endTime(end, dates);
    },
  };
}
