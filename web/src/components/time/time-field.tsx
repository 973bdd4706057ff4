import {useDates} from '../../data/preferences/display.ts';
import type {FieldProps} from '../ui/field.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PartsGroup} from '../ui/parts-group.tsx';

const TimeInput = lazyComponent(() => import('../ui/time-input.tsx'));

interface TimeFieldProps extends FieldProps {
  /** A time of day in the format `08:00`; empty for none. */
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A time of day, with the person's 12 or 24 hours. */
export function TimeField({value, disabled = false, onChange, ...field}: TimeFieldProps) {
  const {hour12} = useDates();
  return (
    <PartsGroup {...field}>
      {(control) => (
        <TimeInput
          {...control}
          label={field.label}
          required={field.required ?? false}
          disabled={disabled}
          hours={hour12 ? 12 : 24}
          value={value}
          onChange={onChange}
        />
      )}
    </PartsGroup>
  );
}
