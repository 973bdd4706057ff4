import {type CalendarDate, parseDate} from '@internationalized/date';
import {type ReactNode, useContext} from 'react';
import {
  RangeCalendar as AriaRangeCalendar,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar';
import {CalendarMonth} from './calendar-month.tsx';

interface RangeCalendarProps {
  label: string;
  /** The time zone in which it is today. */
  timeZone: string;
  /** The day that is shown at first, and the last one to offer. Days have the format `2026-01-31`. */
  initial: string;
  max: string;
  /** Called when the first and the last day have been chosen. */
  onChoose: (first: string, last: string) => void;
}

/** A month in which a person chooses the first and the last of several days. */
export default function RangeCalendar({label, timeZone, initial, max, onChoose}: RangeCalendarProps) {
  return (
    <AriaRangeCalendar<CalendarDate>
      aria-label={label}
      defaultFocusedValue={parseDate(initial)}
      maxValue={parseDate(max)}
      // A click somewhere else doesn't choose the last day.
      commitBehavior="reset"
      // Without a value, so that the same days can be chosen again.
      value={null}
      onChange={({start, end}) => onChoose(start.toString(), end.toString())}
    >
      <InTimeZone timeZone={timeZone}>
        <CalendarMonth />
      </InTimeZone>
    </AriaRangeCalendar>
  );
}

/** Marks today in this time zone, as in `MonthCalendar`. */
function InTimeZone({timeZone, children}: {timeZone: string; children: ReactNode}) {
  Object.assign(useContext(RangeCalendarStateContext)!, {timeZone});
  return children;
}
