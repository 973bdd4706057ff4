import type {KeyboardEvent, ReactNode, Ref} from 'react';
import styles from './choice-button.module.css';
import fieldStyles from './field.module.css';
import type {ControlProps} from './field.tsx';
import {Icon} from './icon.tsx';

/** A control with its own field has that field's `id`. A control in a group has its own accessible name. */
export type ChoiceControl = Partial<ControlProps> & {'aria-label'?: string};

interface ChoiceButtonProps {
  /** Attributes that connect it with the label, hint and error of its field. */
  control: ChoiceControl;
  /** The label of the chosen item. */
  children: ReactNode;
  /** Whether nothing is chosen. Then `children` is the placeholder. */
  isEmpty: boolean;
  opens: 'listbox' | 'dialog';
  /** The id of the popup while it is open. */
  openId: string | undefined;
  onOpen: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called when the button gets the pointer or the focus, for example to preload the popup. */
  onNear?: () => void;
  /** Leaves space for a button to clear the field. */
  clearable?: boolean;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ref: Ref<HTMLButtonElement>;
}

/** The closed state of every field with a list of choices. */
export function ChoiceButton({
  control,
  children,
  isEmpty,
  opens,
  openId,
  onOpen,
  onKeyDown,
  onNear,
  clearable,
  disabled,
  autoFocus,
  ref,
}: ChoiceButtonProps) {
  return (
    <button
      {...control}
      ref={ref}
      type="button"
      // biome-ignore lint/a11y/noAutofocus: only where a dialog begins with it.
      autoFocus={autoFocus}
      disabled={disabled}
      role="combobox"
      aria-haspopup={opens}
      aria-expanded={openId !== undefined}
      aria-controls={openId}
      className={`${fieldStyles.control} ${styles.button}`}
      data-clearable={clearable || undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault();
          onOpen();
        } else onKeyDown?.(event);
      }}
    >
      <span className={styles.chosen} data-empty={isEmpty || undefined}>
        {children}
      </span>
      <Icon name="chevronDown" size={16} />
    </button>
  );
}
