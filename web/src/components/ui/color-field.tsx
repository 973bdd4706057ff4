import type {ComponentProps} from 'react';
import styles from './color-field.module.css';
import {Field, type FieldProps} from './field.tsx';

type ColorFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className' | 'type'>;

/** A field to choose a color. Its value has the format `#aa0000`. */
export function ColorField({label, hint, error, required, hideLabel, ...input}: ColorFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {({className: _control, ...control}) => (
        <input {...input} {...control} type="color" className={styles.color} />
      )}
    </Field>
  );
}
