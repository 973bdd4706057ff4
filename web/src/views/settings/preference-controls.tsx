import {type ReactNode, useId} from 'react';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import {setPreferences, usePreference} from '../../data/preferences/preferences.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './settings.module.css';

/** The category and name of a preference, and its value if the person hasn't set it. */
interface PreferenceOf {
  category: string;
  name: string;
  initial: string;
}

function save({category, name}: PreferenceOf, value: string): void {
  setPreferences([{category, name, value}]).catch((error) => showError(errorMessage(error)));
}

interface SwitchProps extends PreferenceOf {
  label: string;
  hint?: ReactNode;
  /** The two values of the preference. */
  on?: string;
  off?: string;
}

/** A preference that is on or off. It takes effect immediately. */
export function PreferenceSwitch({label, hint, on = 'true', off = 'false', ...of}: SwitchProps) {
  const value = usePreference(of.category, of.name, of.initial);
  return (
    <Checkbox
      asSwitch
      label={label}
      hint={hint}
      checked={value === on}
      onChange={(event) => save(of, event.target.checked ? on : off)}
    />
  );
}

interface SelectProps extends PreferenceOf {
  label: string;
  hint?: ReactNode;
  options: readonly {value: string; label: string}[];
}

/** A preference with one of several values. It takes effect immediately. */
export function PreferenceSelect({label, hint, options, ...of}: SelectProps) {
  const value = usePreference(of.category, of.name, of.initial);
  // An import or another client may have set a value that isn't offered here.
  const all = options.some((option) => option.value === value)
    ? options
    : [{value, label: value}, ...options];
  return (
    <SelectField
      label={label}
      hint={hint}
      options={all}
      value={value}
      onChange={(chosen) => save(of, chosen)}
    />
  );
}

interface CardsProps extends PreferenceOf {
  label: string;
  /** Makes the label visible only to screen readers, because the heading above says the same. */
  hideLabel?: boolean;
  options: readonly {value: string; label: string; hint?: string; shown?: ReactNode}[];
}

/** A preference whose values are shown as pictures. It takes effect immediately. */
export function PreferenceCards({label, hideLabel, options, ...of}: CardsProps) {
  const id = useId();
  const value = usePreference(of.category, of.name, of.initial);
  return (
    <fieldset className={styles.choices}>
      <legend className={hideLabel ? 'visually-hidden' : undefined}>{label}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            {option.shown}
            <span className={styles.cardLabel}>
              <input
                type="radio"
                name={id}
                checked={value === option.value}
                onChange={() => save(of, option.value)}
              />
              {option.label}
            </span>
            {option.hint && <span className={styles.quiet}>{option.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
