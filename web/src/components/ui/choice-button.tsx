import type {KeyboardEvent, ReactNode, Ref} from 'react';
import styles from './choice-button.module.css';
import fieldStyles from './field.module.css';
import type {ControlProps} from './field.tsx';
import {Icon} from './icon.tsx';

/** A field has a label with its `id`, and a control in a group has a name. */
export type ChoiceControl = Partial<ControlProps> & {'aria-label'?: string};

interface ChoiceButtonProps {
  /** Attributes that connect it with the label, hint and error of its field. */
  control: ChoiceControl;
  /** The chosen item, as it is shown. */
  children: ReactNode;
  /** Whether nothing is chosen, so that it shows a placeholder. */
  isEmpty: boolean;
  opens: 'listbox' | 'dialog';
  /** The id of what it opens, if that is open. */
  openId: string | undefined;
  onOpen: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called when the pointer or the focus comes near. */
  onNear?: () => void;
  /** Whether there is space for a button to clear it. */
  clearable?: boolean;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ref: Ref<HTMLButtonElement>;
}

/** The closed state of every field to choose from a list. */
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
