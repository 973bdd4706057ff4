import {type ReactNode, useId} from 'react';
import styles from './field.module.css';

/** What a control needs to belong to its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
}

export interface FieldProps {
  label: string;
  /** What a person needs to know to fill it in. */
  hint?: ReactNode;
  /** What is wrong with what is in it. */
  error?: string;
  /** Says so beside the label; the form checks it. */
  required?: boolean;
  /** The label is read aloud only, because the place says what it is. */
  hideLabel?: boolean;
}

/** A labelled control, with its hint above what is wrong with it. */
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

/** What ties a control to the notes below it. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return {'aria-describedby': notes || undefined, 'aria-invalid': error ? true : undefined};
}

/** The hint of a field, and below it what is wrong. */
export function FieldNotes({id, hint, error}: {id: string; hint: ReactNode; error: string | undefined}) {
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

export function RequiredMark() {
  return (
    <span className={styles.required} title="required" aria-hidden="true">
      {' '}
      *
    </span>
  );
}
