import {type CalendarDate, parseDate} from '@internationalized/date';
import {type ReactNode, useContext} from 'react';
import {
  Calendar,
  CalendarMonthPicker,
  CalendarStateContext,
  CalendarYearPicker,
} from 'react-aria-components/Calendar';
import {CalendarMonth} from './calendar-month.tsx';
import styles from './month-calendar.module.css';
import {Select} from './select-field.tsx';

interface MonthCalendarProps {
  label?: string;
  /** The time zone in which it is today. */
  timeZone: string;
  /** The day that is shown at first. Days have the format `2026-01-31`. */
  initial?: string;
  /** Gives it the focus. */
  autoFocus?: boolean;
  /** The last day to offer. */
  max?: string;
  /** Also offers the months and years in lists, for days that are far away. */
  withYears?: boolean;
  /** Whether no day can be chosen for now. The focus stays. */
  readOnly?: boolean;
  /** Called with the chosen day. In a date picker, the picker has the value. */
  onChoose?: (day: string) => void;
}

/** A month, with buttons for the previous and the next one. */
export default function MonthCalendar({
  label,
  timeZone,
  initial,
  autoFocus = false,
  max,
  withYears = false,
  readOnly = false,
  onChoose,
}: MonthCalendarProps) {
  return (
    <Calendar<CalendarDate>
      {...(label && {'aria-label': label})}
      {...(initial && {defaultFocusedValue: parseDate(initial)})}
      {...(autoFocus && {autoFocus})}
      {...(max && {maxValue: parseDate(max)})}
      isReadOnly={readOnly}
      // Without a value, so that the same day can be chosen again.
      {...(onChoose && {value: null, onChange: (day: CalendarDate) => onChoose(day.toString())})}
    >
      <InTimeZone timeZone={timeZone}>
        <CalendarMonth>{withYears ? <MonthAndYear /> : undefined}</CalendarMonth>
      </InTimeZone>
    </Calendar>
  );
}

/** Marks today in this time zone. The library has no option for it, and uses the browser's zone. */
function InTimeZone({timeZone, children}: {timeZone: string; children: ReactNode}) {
  const state = useContext(CalendarStateContext)!;
  // The library identifies the calendar by this object, so a copy wouldn't work.
  Object.assign(state, {timeZone});
  return children;
}

function MonthAndYear() {
  return (
    <div className={styles.lists}>
      <CalendarMonthPicker format="long">{(picker) => <PartSelect {...picker} />}</CalendarMonthPicker>
      <CalendarYearPicker visibleYears={15}>{(picker) => <PartSelect {...picker} />}</CalendarYearPicker>
    </div>
  );
}

interface PartSelectProps {
  'aria-label': string;
  value: string | number;
  items: readonly {id: number; formatted: string}[];
  onChange: (id: number) => void;
}

/** A list of months or years. */
function PartSelect({'aria-label': label, value, items, onChange}: PartSelectProps) {
  return (
    <Select
      control={{'aria-label': label}}
      label={label}
      value={String(value)}
      options={items.map(({id, formatted}) => ({value: String(id), label: formatted}))}
      onChange={(id) => onChange(Number(id))}
    />
  );
}
