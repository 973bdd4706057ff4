import type {ReactNode} from 'react';
import {Button} from 'react-aria-components/Button';
import {
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

/** The month of a calendar, below buttons for the previous and the next one and a title. */
export function CalendarMonth({children}: {children?: ReactNode}) {
  return (
    <>
      <header className={styles.header}>
        <Button slot="previous" className={button.button!}>
          <Icon name="chevronLeft" size={18} />
        </Button>
        {children ?? <Heading className={styles.month!} />}
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
    </>
  );
}
