import {t} from '@lingui/core/macro';
import styles from './suggestions.module.css';
import type {Completion} from './use-completion.ts';

/** The list of suggestions above the field. The field keeps the focus and handles the keys. */
export function SuggestionList({id, completion}: {id: string; completion: Completion}) {
  const {suggestions, active, setActive, choose} = completion;
  return (
    <div
      className={styles.list}
      id={listId(id)}
      role="listbox"
      aria-label={t`Suggestions`}
      tabIndex={0}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <div key={suggestion.key} role="presentation">
          {suggestion.group && <div className={styles.group}>{suggestion.group}</div>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys. */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus. */}
          <div
            id={optionId(id, index)}
            className={styles.item}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(index)}
          >
            {suggestion.shown}
          </div>
        </div>
      ))}
    </div>
  );
}

/** ARIA attributes that connect the field to the list. */
export function fieldAttributes(id: string, {isOpen, active}: Completion) {
  if (!isOpen) return {};
  return {
    'aria-autocomplete': 'list',
    'aria-controls': listId(id),
    'aria-activedescendant': optionId(id, active),
  } as const;
}

const listId = (id: string) => `${id}-list`;
const optionId = (id: string, index: number) => `${id}-${index}`;
