import {t} from '@lingui/core/macro';
import {
  type ComponentProps,
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useId,
} from 'react';
import styles from './field.module.css';

/**
 * Counts the fields in a form that are only partly filled in, such as a date without its year. Their values are empty, so
 * the form doesn't know otherwise that the person has entered something.
 */
export const PartialFields = createContext<Dispatch<SetStateAction<number>>>(() => undefined);

/** The props that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
}

export interface FieldProps {
  label: string;
  /** A short explanation. */
  hint?: ReactNode;
  /** The error, if its value is invalid. */
  error?: string;
  /** Shows next to the label that a value is required. The form does the validation. */
  required?: boolean;
  /** Makes the label visible only to screen readers, because the context shows what the field is. */
  hideLabel?: boolean;
}

/** A control with its label, hint and error. */
export function Field({
  label,
  hint,
  error,
  required,
  hideLabel,
  children,
}: FieldProps & {children: (control: ControlProps) => ReactNode}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id,
        className: styles.control,
        ...describedBy(id, hint, error),
        'aria-required': required || undefined,
      })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The attributes that connect a control with its hint and error. */
function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return {'aria-describedby': notes || undefined, 'aria-invalid': error ? true : undefined};
}

/** The hint and error of a field. */
function FieldNotes({id, hint, error}: {id: string; hint: ReactNode; error: string | undefined}) {
  return (
    <>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </>
  );
}

function RequiredMark() {
  return (
    <span className={styles.required} title={t`required`} aria-hidden="true">
      {' '}
      *
    </span>
  );
}

/** The props that connect each control of a group with the group's hint and error. */
export interface GroupedControlProps {
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A group of related controls, such as options, with a common label. Each control also has its own label. */
export function FieldGroup({
  label,
  hint,
  error,
  required,
  hideLabel,
  children,
}: FieldProps & {children: (control: GroupedControlProps) => ReactNode}) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {required && <RequiredMark />}
      </legend>
      {children(describedBy(id, hint, error))}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'className'>;

/** The text direction by type of field: that of the text in it, or left to right in every language. */
const DIRECTIONS: Record<string, 'auto' | 'ltr'> = {
  ...{text: 'auto', search: 'auto'},
  ...{email: 'ltr', password: 'ltr', tel: 'ltr', url: 'ltr'},
};

/** A text field. */
export function TextField({label, hint, error, required, hideLabel, ...input}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => <input type="text" dir={DIRECTIONS[input.type ?? 'text']} {...input} {...control} />}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id' | 'className'>;

/** A multi-line text field. */
export function TextArea({label, hint, error, required, hideLabel, ...area}: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => <textarea rows={4} dir="auto" {...area} {...control} />}
    </Field>
  );
}
