import {t} from '@lingui/core/macro';
import {type ReactNode, useId, useRef, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {ChoiceButton} from './choice-button.tsx';
import choice from './choice-popover.module.css';
import {Field, type FieldProps} from './field.tsx';
import {IconButton} from './icon-button.tsx';
import styles from './picker-field.module.css';
import {SheetPopover} from './sheet-popover.tsx';
import {isCharacter, keepTyped} from './typed-ahead.ts';

interface PickerFieldProps extends FieldProps {
  /** The label of the chosen item; null if nothing is chosen. */
  chosen: ReactNode;
  placeholder?: string;
  autoFocus?: boolean;
  /** Clears the field. */
  onClear?: () => void;
  /** The contents of the popup, such as a `Chooser`. Call `close` after an item is chosen. */
  children: (close: () => void) => ReactNode;
}

/** A field to choose one of many items in a popup with a search field. Typing opens the popup and goes to its field. */
export function PickerField({chosen, placeholder, autoFocus, onClear, children, ...field}: PickerFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const popoverId = useId();
  return (
    <Field {...field}>
      {(control) => (
        <div className={styles.picker}>
          <ChoiceButton
            ref={button}
            control={control}
            isEmpty={chosen === null}
            opens="dialog"
            openId={isOpen ? popoverId : undefined}
            onOpen={() => setOpen(true)}
            onKeyDown={(event) => {
              // The space bar opens the popup without typing.
              if (event.key === ' ' || !isCharacter(event)) return;
              event.preventDefault();
              keepTyped(event.key);
              setOpen(true);
            }}
            clearable={onClear !== undefined && chosen !== null}
            autoFocus={autoFocus}
          >
            {chosen ?? (placeholder || t`Select…`)}
          </ChoiceButton>
          {onClear && chosen !== null && (
            <span className={styles.clear}>
              <IconButton icon="close" size="small" label={t`Clear ${field.label}`} onPress={onClear} />
            </span>
          )}
          {isOpen && (
            <SheetPopover
              className={choice.popover}
              title={field.label}
              triggerRef={button}
              onClose={() => setOpen(false)}
              placement="bottom start"
              offset={4}
            >
              <Dialog id={popoverId} className={choice.choices} aria-label={field.label}>
                {children(() => setOpen(false))}
              </Dialog>
            </SheetPopover>
          )}
        </div>
      )}
    </Field>
  );
}
