import {useId} from 'react';
import type {FieldProps} from './field.tsx';
import {FieldGroup} from './field-group.tsx';
import styles from './radio-field.module.css';

interface RadioFieldProps extends FieldProps {
  options: readonly {value: string; label: string; hint?: string}[];
  value: string;
  onChange: (value: string) => void;
}

/** One of a few, all in sight. */
export function RadioField({options, value, onChange, ...field}: RadioFieldProps) {
  const id = useId();
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
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              // The first stands for all, so that what is wrong can be gone to.
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
