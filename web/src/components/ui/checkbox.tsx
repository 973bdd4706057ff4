import {type ComponentProps, type ReactNode, useId} from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** Shows a switch, for settings that take effect immediately. */
  asSwitch?: boolean;
}

/** A checkbox or switch. */
export function Checkbox({label, hint, error, asSwitch = false, ...input}: CheckboxProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.row}>
      <input
        {...input}
        type="checkbox"
        role={asSwitch ? 'switch' : undefined}
        id={id}
        className={asSwitch ? styles.switch : styles.box}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
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
      </div>
    </div>
  );
}
