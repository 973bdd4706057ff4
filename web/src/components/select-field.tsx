import type {ComponentProps} from 'react';
import {Field, type FieldProps} from './field.tsx';
import styles from './select-field.module.css';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'id' | 'className' | 'children'> & {
    options: readonly {value: string; label: string}[];
  };

/** One of a few. */
export function SelectField({label, hint, error, required, hideLabel, options, ...select}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {({className, ...control}) => (
        <select {...select} {...control} className={`${className} ${styles.select}`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
