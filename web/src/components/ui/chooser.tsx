import {type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState} from 'react';
import styles from './chooser.module.css';
import {LoadingState} from './state.tsx';
import {useTypedOption} from './use-typed-option.ts';

interface ChooserProps<T> {
  label: string;
  placeholder?: string;
  items: readonly T[];
  getKey: (item: T) => string;
  render: (item: T) => ReactNode;
  /** The key of the item that is active at first. The default is the first item. */
  initial?: string;
  onChoose: (item: T) => void;
  query: string;
  onQuery: (query: string) => void;
  loading?: boolean;
  /**
   * The text of an item, for a list without a search field: typing goes to the next item whose text starts with the
   * typed characters. Phones don't open a keyboard, which would cover a part of the list.
   */
  textOf?: ((item: T) => string) | undefined;
  /** The maximum number of items, if known. The list reserves space for them. */
  most?: number;
  /** Always shows the list at its full height. */
  steady?: boolean;
  /** Shown if nothing matches. */
  none: ReactNode;
  /** Shown before the input: the items that are already chosen. */
  chosen?: ReactNode;
  /** Shown after the input. */
  end?: ReactNode;
  /** Called for Backspace in an empty field. */
  onErase?: () => void;
  /** Whether it takes the focus. False in a form with fields before it. */
  autoFocus?: boolean;
}

/** A list with a search field, unless it is short. An item is chosen with the arrow keys and Enter, or with the pointer. */
export function Chooser<T>({
  label,
  placeholder,
  items,
  getKey,
  render,
  initial = '',
  onChoose,
  query,
  onQuery,
  loading = false,
  textOf,
  most,
  steady = false,
  none,
  chosen,
  end,
  onErase,
  autoFocus = true,
}: ChooserProps<T>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [activeKey, setActiveKey] = useState(initial);
  useEffect(() => {
    if (!autoFocus) return;
    // When the input appears in a popover over a dialog, the dialog still holds the focus until the next frame.
    const frame = requestAnimationFrame(() => {
      const field = input.current!;
      field.focus();
      // Otherwise the dialog selects the text, and the next character would replace it.
      field.setSelectionRange(field.value.length, field.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const active = Math.max(
    0,
    items.findIndex((item) => getKey(item) === activeKey),
  );

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({block: 'nearest'});
  }, []);

  // Keeps the height of the list, so that nothing moves while the person types.
  const room = steady
    ? {height: '22rem'}
    : most === undefined
      ? undefined
      : {minHeight: `min(12rem, ${most * 2.5}rem)`};

  const typedOption = useTypedOption(textOf ? items.map((item) => ({label: textOf(item)})) : []);

  function activate(index: number) {
    setActiveKey(getKey(items[index]!));
    document.getElementById(`${id}-${index}`)?.scrollIntoView({block: 'nearest'});
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Backspace' && query === '') onErase?.();
    if (items.length === 0) return;
    const steps: Record<string, number> = {ArrowDown: 1, ArrowUp: -1};
    const step = steps[event.key];
    const next =
      step === undefined ? typedOption(event, active) : (active + step + items.length) % items.length;
    const isChosen = event.key === 'Enter' || (textOf !== undefined && event.key === ' ');
    if (next !== undefined) {
      event.preventDefault();
      activate(next);
    } else if (isChosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChoose(items[active]!);
    }
  }

  return (
    <div className={styles.chooser}>
      <div className={textOf ? 'visually-hidden' : styles.field}>
        {chosen}
        <input
          ref={input}
          className={styles.input}
          // biome-ignore lint/a11y/noAutofocus: people open the window to use this field.
          autoFocus={autoFocus}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? `${id}-list` : undefined}
          aria-autocomplete={textOf ? 'none' : 'list'}
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          readOnly={textOf !== undefined}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {end}
      </div>
      {items.length > 0 ? (
        <div className={styles.list} style={room} id={`${id}-list`} role="listbox" aria-label={label}>
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
            <div
              key={getKey(item)}
              id={`${id}-${index}`}
              className={styles.item}
              role="option"
              aria-selected={index === active}
              onPointerMove={() => setActiveKey(getKey(item))}
              onClick={() => onChoose(item)}
            >
              {render(item)}
            </div>
          ))}
        </div>
      ) : (
        <div className={styles.list} style={room}>
          {loading ? <LoadingState /> : <div className={styles.none}>{none}</div>}
        </div>
      )}
    </div>
  );
}
