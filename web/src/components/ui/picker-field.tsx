import {t} from '@lingui/core/macro';
import {type ReactNode, useId, useRef, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {Popover} from 'react-aria-components/Popover';
import {Field, type FieldProps} from './field.tsx';
import {Icon} from './icon.tsx';
import {IconButton} from './icon-button.tsx';
import styles from './picker-field.module.css';

interface PickerFieldProps extends FieldProps {
  /** The chosen item, as it is shown; null if none is chosen. */
  chosen: ReactNode;
  placeholder?: string;
  autoFocus?: boolean;
  /** Removes the choice. */
  onClear?: () => void;
  /** The contents of the popup, such as a chooser. Call `close` when an item was chosen. */
  children: (close: () => void) => ReactNode;
}

/** A field to choose one of many items in a popup with a search field. */
export function PickerField({chosen, placeholder, autoFocus, onClear, children, ...field}: PickerFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const popoverId = useId();
  return (
    <Field {...field}>
      {({className, ...control}) => (
        <div className={styles.picker}>
          <button
            {...control}
            ref={button}
            type="button"
            // biome-ignore lint/a11y/noAutofocus: only where a dialog begins with it.
            autoFocus={autoFocus}
            role="combobox"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-controls={isOpen ? popoverId : undefined}
            className={`${className} ${styles.button}`}
            data-clearable={(onClear && chosen !== null) || undefined}
            onClick={() => setOpen(true)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            <span className={styles.chosen} data-empty={chosen === null || undefined}>
              {chosen ?? (placeholder || t`Select…`)}
            </span>
            <Icon name="chevronDown" size={16} />
          </button>
          {onClear && chosen !== null && (
            <span className={styles.clear}>
              <IconButton icon="close" size="small" label={t`Clear ${field.label}`} onPress={onClear} />
            </span>
          )}
          <Popover
            className={styles.popover}
            triggerRef={button}
            isOpen={isOpen}
            onOpenChange={setOpen}
            placement="bottom start"
            offset={4}
          >
            <Dialog id={popoverId} className={styles.choices} aria-label={field.label}>
              {children(() => setOpen(false))}
            </Dialog>
          </Popover>
        </div>
      )}
    </Field>
  );
}
