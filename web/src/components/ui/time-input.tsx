import {parseTime} from '@internationalized/date';
import {TimeField} from 'react-aria-components/TimeField';
import type {GroupedControlProps} from './field.tsx';
import segments from './segments.module.css';
import {Segments} from './segments.tsx';
import styles from './time-input.module.css';

interface TimeInputProps extends GroupedControlProps {
  label: string;
  /** A time of day in the format `08:00`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  hours: 12 | 24;
  required?: boolean;
  disabled?: boolean;
}

/** A time of day, typed in parts. */
export default function TimeInput({
  label,
  value,
  onChange,
  hours,
  required = false,
  disabled = false,
  ...control
}: TimeInputProps) {
  return (
    <TimeField
      aria-label={label}
      aria-describedby={control['aria-describedby']}
      isInvalid={control['aria-invalid'] ?? false}
      isRequired={required}
      isDisabled={disabled}
      // The form shows its own errors.
      validationBehavior="aria"
      hourCycle={hours}
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? '')}
      className={styles.time!}
    >
      <Segments className={`${segments.box} ${styles.input}`} />
    </TimeField>
  );
}
