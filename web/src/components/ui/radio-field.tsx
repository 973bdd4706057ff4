import {type ReactNode, useId} from 'react';
import {FieldGroup, type FieldProps} from './field.tsx';
import styles from './radio-field.module.css';

interface RadioFieldProps extends FieldProps {
  options: readonly {value: string; label: string; hint?: ReactNode}[];
  value: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** A group of radio buttons. */
export function RadioField({options, value, autoFocus, onChange, ...field}: RadioFieldProps) {
  const id = useId();
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <FieldGroup {...field}>
      {(control) =>
        options.map((option, index) => (
          <div key={option.value} className={styles.row}>
            <input
              aria-describedby={control['aria-describedby']}
              className={styles.circle}
              type="radio"
              id={`${id}-${index}`}
              name={id}
              checked={index === chosen}
              // biome-ignore lint/a11y/noAutofocus: only where a dialog begins with it.
              autoFocus={autoFocus && index === Math.max(0, chosen)}
              onChange={() => onChange(option.value)}
              // If the field is invalid, its first button gets the focus.
              data-invalid={(index === 0 && control['aria-invalid']) || undefined}
            />
            <div>
              <label htmlFor={`${id}-${index}`} className={styles.label}>
                {option.label}
              </label>
              {option.hint && <div className={styles.hint}>{option.hint}</div>}
            </div>
          </div>
        ))
      }
    </FieldGroup>
  );
}
