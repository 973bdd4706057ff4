import {type CalendarDate, parseDate} from '@internationalized/date';
import {Button} from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
} from 'react-aria-components/Calendar';
import {Heading} from 'react-aria-components/Heading';
import {Icon} from './icon.tsx';
import button from './icon-button.module.css';
import styles from './month-calendar.module.css';
import {Select} from './select-field.tsx';

interface MonthCalendarProps {
  label?: string;
  /** The day that has the focus at first. Days have the format `2026-01-31`. */
  initial?: string;
  /** The last day to offer. */
  max?: string;
  /** Also offers the months and years in lists, for days that are far away. */
  withYears?: boolean;
  /** Called with the chosen day. In a date picker, the picker has the value. */
  onChoose?: (day: string) => void;
}

/** A month, with buttons for the previous and the next one. */
export default function MonthCalendar({
  label,
  initial,
  max,
  withYears = false,
  onChoose,
}: MonthCalendarProps) {
  return (
    <Calendar<CalendarDate>
      {...(label && {'aria-label': label})}
      {...(initial && {defaultFocusedValue: parseDate(initial), autoFocus: true})}
      {...(max && {maxValue: parseDate(max)})}
      {...(onChoose && {onChange: (day: CalendarDate) => onChoose(day.toString())})}
    >
      <header className={styles.header}>
        <Button slot="previous" className={button.button!}>
          <Icon name="chevronLeft" size={18} />
        </Button>
        {withYears ? <MonthAndYear /> : <Heading className={styles.month!} />}
        <Button slot="next" className={button.button!}>
          <Icon name="chevronRight" size={18} />
        </Button>
      </header>
      <CalendarGrid className={styles.grid!}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday!}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day!} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
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
