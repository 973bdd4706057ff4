import {type CalendarDate, type CalendarDateTime, parseDate, parseDateTime} from '@internationalized/date';
import {useState} from 'react';
import {Button} from 'react-aria-components/Button';
import {DatePicker as AriaDatePicker} from 'react-aria-components/DatePicker';
import {Dialog} from 'react-aria-components/Dialog';
import {Group} from 'react-aria-components/Group';
import {wallClock} from '../../lib/zoned-time.ts';
import styles from './date-picker.module.css';
import type {GroupedControlProps} from './field.tsx';
import {Icon} from './icon.tsx';
import button from './icon-button.module.css';
import MonthCalendar from './month-calendar.tsx';
import segments from './segments.module.css';
import {Segments} from './segments.tsx';
import {SheetPopover} from './sheet-popover.tsx';

interface DatePickerProps extends GroupedControlProps {
  label: string;
  /** A day in the format `2026-01-31`, with a time `2026-01-31T08:00`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** The time zone in which it is today. */
  timeZone: string;
  /** The first and last day to offer; empty for none. */
  min?: string;
  max?: string;
  /** Also asks for a time, with a 12- or 24-hour clock. */
  hours?: 12 | 24;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** A date, typed in parts or chosen in a calendar, and optionally a time. */
export default function DatePicker({
  label,
  value,
  onChange,
  timeZone,
  min = '',
  max = '',
  hours,
  required = false,
  disabled = false,
  autoFocus = false,
  ...control
}: DatePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const today = wallClock(Date.now(), timeZone).slice(0, 10);
  return (
    <AriaDatePicker<CalendarDate | CalendarDateTime>
      aria-label={label}
      aria-describedby={control['aria-describedby']}
      value={hours && value !== '' ? parseDateTime(value) : parseDay(value)}
      // Where the arrow keys and the calendar begin if there is no value.
      placeholderValue={hours ? parseDateTime(today) : parseDate(today)}
      // Drops the seconds.
      onChange={(date) => onChange(date?.toString().slice(0, 16) ?? '')}
      {...(hours && {granularity: 'minute', hourCycle: hours})}
      minValue={parseDay(min)}
      maxValue={parseDay(max)}
      isRequired={required}
      isDisabled={disabled}
      isInvalid={control['aria-invalid'] ?? false}
      // The form shows its own errors.
      validationBehavior="aria"
      autoFocus={autoFocus}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className={styles.picker!}
    >
      <Group className={`${segments.box} ${styles.group}`}>
        <Segments className={styles.input} />
        <Button className={button.button!}>
          <Icon name="calendar" size={18} />
        </Button>
      </Group>
      {isOpen && (
        <SheetPopover
          className={styles.popover}
          title={label}
          onClose={() => setOpen(false)}
          placement="bottom end"
          offset={4}
        >
          <Dialog className={styles.dialog!}>
            <MonthCalendar timeZone={timeZone} />
          </Dialog>
        </SheetPopover>
      )}
    </AriaDatePicker>
  );
}

function parseDay(day: string): CalendarDate | null {
  return day === '' ? null : parseDate(day);
}
