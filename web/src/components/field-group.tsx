import {type ReactNode, useId} from 'react';
import styles from './field.module.css';
import {describedBy, FieldNotes, type FieldProps, RequiredMark} from './field.tsx';

/** What each control of a group needs to belong to the group's hint and error. */
export interface GroupedControlProps {
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** Controls that are one field together, such as choices: they have a label of their own each, and one in common. */
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
