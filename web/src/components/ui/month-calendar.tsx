import type {CalendarDate} from '@internationalized/date';
import {Button} from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import {Heading} from 'react-aria-components/Heading';
import {Icon} from './icon.tsx';
import button from './icon-button.module.css';
import styles from './month-calendar.module.css';

interface MonthCalendarProps {
  label?: string;
  /** Called with the chosen day in the format `2026-01-31`. In a date picker, the picker has the value. */
  onChoose?: (day: string) => void;
}

/** A month, with buttons for the previous and the next one. */
export default function MonthCalendar({label, onChoose}: MonthCalendarProps) {
  return (
    <Calendar<CalendarDate>
      {...(label && {'aria-label': label})}
      {...(onChoose && {onChange: (day: CalendarDate) => onChoose(day.toString())})}
    >
      <header className={styles.header}>
        <Button slot="previous" className={button.button!}>
          <Icon name="chevronLeft" size={18} />
        </Button>
        <Heading className={styles.month!} />
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
