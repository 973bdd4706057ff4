import {t} from '@lingui/core/macro';
import {type KeyboardEvent, type RefObject, useEffect, useRef, useState} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import choice from './choice-popover.module.css';
import {Chooser} from './chooser.tsx';
import {Icon} from './icon.tsx';
import type {SelectOption} from './select-field.tsx';
import styles from './select-window.module.css';
import {SheetPopover} from './sheet-popover.tsx';
import {useTypedOption} from './use-typed-option.ts';

interface ListProps {
  id: string;
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChoose: (value: string) => void;
}

interface SelectWindowProps extends ListProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  isSearched: boolean;
  onClose: () => void;
}

/** The list of a select, loaded when the first one opens. */
export default function SelectWindow({buttonRef, isSearched, onClose, ...list}: SelectWindowProps) {
  return (
    <SheetPopover
      className={choice.popover}
      data-fitting={!isSearched || undefined}
      title={list.label}
      aria-label={isSearched ? undefined : list.label}
      triggerRef={buttonRef}
      onClose={onClose}
      placement="bottom start"
      offset={4}
    >
      {isSearched ? (
        <Dialog id={list.id} className={choice.choices} aria-label={list.label}>
          <SearchedOptions {...list} />
        </Dialog>
      ) : (
        <Options {...list} onClose={onClose} />
      )}
    </SheetPopover>
  );
}

function SearchedOptions({label, options, value, onChoose}: ListProps) {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  return (
    <Chooser
      label={label}
      placeholder={t`Search`}
      items={options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))}
      getKey={(option) => option.value}
      render={(option) => (
        <span className={styles.row}>
          {option.label}
          {option.value === value && <Icon name="check" size={18} />}
        </span>
      )}
      initial={value}
      onChoose={(option) => onChoose(option.value)}
      query={query}
      onQuery={setQuery}
      none={t`No matches.`}
    />
  );
}

function Options({id, label, options, value, onChoose, onClose}: ListProps & {onClose: () => void}) {
  const list = useRef<HTMLDivElement>(null);
  const typedOption = useTypedOption(options);
  const chosen = options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  useEffect(() => {
    // When the list appears in a popover over a dialog, the dialog still holds the focus until the next frame.
    const frame = requestAnimationFrame(() => list.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({block: 'nearest'});
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    const typed = typedOption(event, active);
    if (typed !== undefined) setActive(typed);
    else if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Home') setActive(0);
    else if (event.key === 'End') setActive(last);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(options[active]!.value);
    else if (event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={list}
      id={id}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus.
        <div
          key={option.value}
          id={`${id}-${index}`}
          className={styles.option}
          role="option"
          aria-selected={index === chosen}
          data-active={index === active || undefined}
          onPointerMove={() => setActive(index)}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
          {index === chosen && <Icon name="check" size={18} />}
        </div>
      ))}
    </div>
  );
}
