import {t} from '@lingui/core/macro';
import {useEffect, useLayoutEffect, useRef, useState} from 'react';
import {complete, replaceSpace} from './completing.ts';
import styles from './suggestions.module.css';
import {type Completion, listId, optionId} from './use-completion.ts';
import {useSuggestions} from './use-suggestions.tsx';

interface SuggestionListProps {
  id: string;
  channelId: string;
  rootId: string;
  /** Has a target. */
  completion: Completion;
}

/** Finds suggestions for what is being completed, and lists them. */
export default function SuggestionList({id, channelId, rootId, completion}: SuggestionListProps) {
  const {target, suggestions, setSuggestions, code} = completion;
  const current = useSuggestions(target!, {channelId, rootId});
  // Suggestions with the same keys are equal.
  const keys = current.map(({key}) => key).join('\n');
  // Before the next key press, which may complete one of them.
  useLayoutEffect(() => {
    code.current = {complete, replaceSpace};
    setSuggestions(current);
  }, [keys, code, setSuggestions]);
  useEffect(() => () => setSuggestions([]), [setSuggestions]);
  return suggestions.length > 0 ? <List id={id} completion={completion} /> : null;
}

/** The list above the field, which keeps the focus and handles the keys. */
function List({id, completion}: Pick<SuggestionListProps, 'id' | 'completion'>) {
  const {suggestions, active, setActive, choose} = completion;
  const list = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  // In a list of messages, there may be no room above the field.
  useLayoutEffect(() => {
    const {top} = list.current!.getBoundingClientRect();
    const clip = list.current!.closest('[data-scrolls]')?.getBoundingClientRect();
    if (clip && top < clip.top) setBelow(true);
  }, []);
  useLayoutEffect(() => {
    // The first one is below a heading.
    if (active === 0) list.current!.scrollTop = 0;
    else document.getElementById(optionId(id, active))?.scrollIntoView({block: 'nearest'});
  }, [id, active]);
  return (
    <div
      ref={list}
      className={styles.list}
      data-below={isBelow || undefined}
      id={listId(id)}
      role="listbox"
      aria-label={t`Suggestions`}
      tabIndex={0}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <div key={suggestion.key} className={styles.entry} role="presentation">
          {suggestion.group && <div className={styles.group}>{suggestion.group}</div>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys. */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus. */}
          <div
            id={optionId(id, index)}
            className={styles.item}
            role="option"
            aria-selected={index === active && !suggestion.isHint}
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
