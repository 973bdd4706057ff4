import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {Field, type FieldProps} from '../../../components/ui/field.tsx';
import {Select} from '../../../components/ui/select-field.tsx';
import {byteUnitName} from '../../../lib/numbers.ts';
import styles from './byte-size-field.module.css';

/** In bytes, the smallest first. */
const UNITS = {byte: 1, kilobyte: 1024, megabyte: 1024 ** 2, gigabyte: 1024 ** 3, terabyte: 1024 ** 4};

type Unit = keyof typeof UNITS;

const UNIT_NAMES = Object.keys(UNITS) as Unit[];

interface ByteSizeFieldProps extends FieldProps {
  disabled: boolean;
  /** A number of bytes, or text that is not a number. */
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A field for a number of bytes, in a unit that the person chooses. */
export function ByteSizeField({value, disabled, onChange, ...field}: ByteSizeFieldProps) {
  const {label} = field;
  const [entered, setEntered] = useState(() => splitSize(value));
  // The value was changed elsewhere, for example to its default.
  if (String(toBytes(entered)) !== String(value)) setEntered(splitSize(value));
  const {text, unit} = entered;

  function enter(next: Entered) {
    setEntered(next);
    onChange(toBytes(next));
  }

  return (
    <Field {...field}>
      {(control) => (
        <div className={styles.size}>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={text}
            onChange={(event) => enter({text: event.target.value, unit})}
          />
          <Select
            control={{'aria-label': t`Unit of ${label}`, className: control.className}}
            label={t`Unit of ${label}`}
            disabled={disabled}
            value={unit}
            options={UNIT_NAMES.map((name) => ({value: name, label: byteUnitName(name)}))}
            onChange={(chosen) => enter({text, unit: chosen as Unit})}
          />
        </div>
      )}
    </Field>
  );
}

interface Entered {
  text: string;
  unit: Unit;
}

/** The size in the largest unit in which it is a whole number. */
function splitSize(value: unknown): Entered {
  const bytes = Number(value);
  if (!Number.isSafeInteger(bytes) || bytes <= 0) return {text: String(value), unit: 'byte'};
  const unit = UNIT_NAMES.findLast((name) => bytes % UNITS[name] === 0)!;
  return {text: String(bytes / UNITS[unit]), unit};
}

/** The number of bytes, or the text if it is not a number. 0 and negative numbers can mean that there is no limit. */
function toBytes({text, unit}: Entered): unknown {
  const amount = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  const bytes = amount <= 0 ? amount : Math.round(amount * UNITS[unit]);
  return Number.isFinite(bytes) ? bytes : text;
}
