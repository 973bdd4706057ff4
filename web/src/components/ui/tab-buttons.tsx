import styles from './tab-buttons.module.css';

interface TabButtonsProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: string | undefined;
  onChange(value: Value): void;
}

/** Buttons in a row, to choose one of a few. The chosen one is underlined. */
export function TabButtons<Value extends string>({label, options, value, onChange}: TabButtonsProps<Value>) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {options.map(([option, name]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
