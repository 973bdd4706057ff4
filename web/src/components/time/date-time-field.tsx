import {useDates} from '../../data/preferences/display.ts';
import type {FieldProps} from '../ui/field.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PartsGroup} from '../ui/parts-group.tsx';

const DatePicker = lazyComponent(() => import('../ui/date-picker.tsx'));

interface DateTimeFieldProps extends FieldProps {
  /** A local date and time such as `2026-01-31T08:00`; empty for none. */
  value: string;
  autoFocus?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A date and a time, in the order of the page's language and with the person's 12- or 24-hour clock. */
export function DateTimeField({
  value,
  autoFocus = false,
  disabled = false,
  onChange,
  ...field
}: DateTimeFieldProps) {
  const {hour12, timeZone} = useDates();
  return (
    <PartsGroup {...field}>
      {(control) => (
        <DatePicker
          {...control}
          label={field.label}
          required={field.required ?? false}
          autoFocus={autoFocus}
          disabled={disabled}
          timeZone={timeZone}
          hours={hour12 ? 12 : 24}
          value={value}
          onChange={onChange}
        />
      )}
    </PartsGroup>
  );
}
