import type {ComponentProps} from 'react';
import {Field, type FieldProps} from './field.tsx';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className'>;

/** A line of text. */
export function TextField({label, hint, error, required, hideLabel, ...input}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id' | 'className'>;

/** Several lines of text. */
export function TextArea({label, hint, error, required, hideLabel, ...area}: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => <textarea rows={4} {...area} {...control} />}
    </Field>
  );
}
