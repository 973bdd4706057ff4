import {type KeyboardEvent, useId, useRef, useState} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './choice-button.module.css';
import {ChoiceButton, type ChoiceControl} from './choice-button.tsx';
import {Field, type FieldProps} from './field.tsx';
import {lazyComponent} from './lazy-component.tsx';
import {needsSearch, useTypedOption} from './use-typed-option.ts';

const SelectWindow = lazyComponent(() => import('./select-window.tsx'));

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

/** A field to choose one of several options. A long list has a search field. */
export function SelectField({
  options,
  value,
  onChange,
  disabled,
  autoFocus,
  ...field
}: SelectProps & FieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <Select
          control={control}
          label={field.label}
          options={options}
          value={value}
          onChange={onChange}
          disabled={disabled}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

/** The control of a `SelectField`, to use in a group of controls. */
export function Select({
  control,
  label,
  options,
  value,
  onChange,
  disabled,
  autoFocus,
}: SelectProps & {control: ChoiceControl; label: string}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const popupId = useId();
  const typedOption = useTypedOption(options);
  const isSearched = needsSearch(options);
  const chosen = options.find((option) => option.value === value);

  async function open() {
    try {
      await SelectWindow.load();
      setOpen(true);
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  function choose(next: string) {
    setOpen(false);
    if (next !== value) onChange(next);
  }

  // Changes the value without opening the list, like the browser's own selects.
  function onKeyDown(event: KeyboardEvent) {
    // The list gets the focus a frame after it opens.
    if (isOpen && event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      return;
    }
    const index = typedOption(event, chosen ? options.indexOf(chosen) : -1);
    if (index === undefined) return;
    event.preventDefault();
    choose(options[index]!.value);
  }

  return (
    <>
      <ChoiceButton
        ref={button}
        control={control}
        isEmpty={!chosen}
        opens={isSearched ? 'dialog' : 'listbox'}
        openId={isOpen ? popupId : undefined}
        onOpen={() => void open()}
        onKeyDown={onKeyDown}
        // Ignored here: an error is shown when the list opens.
        onNear={() => void SelectWindow.load().catch(() => undefined)}
        disabled={disabled}
        autoFocus={autoFocus}
      >
        <bdi className={styles.label}>{chosen?.label ?? ''}</bdi>
      </ChoiceButton>
      {isOpen && (
        <SelectWindow
          id={popupId}
          buttonRef={button}
          label={label}
          options={options}
          value={value}
          isSearched={isSearched}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
