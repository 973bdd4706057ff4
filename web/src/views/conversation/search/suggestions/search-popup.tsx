import {t} from '@lingui/core/macro';
import {useEffect, useRef} from 'react';
import {lazyComponent} from '../../../../components/ui/lazy-component.tsx';
import {TabButtons} from '../../../../components/ui/tab-buttons.tsx';
import type {FilterName, SearchTarget} from '../../../../data/posts/search-input.ts';
import {useDates} from '../../../../data/preferences/display.ts';
import styles from '../search-box.module.css';
import {type SearchSuggestion, useSearchSuggestions} from './use-search-suggestions.tsx';

const MonthCalendar = lazyComponent(() => import('../../../../components/ui/month-calendar.tsx'));

interface SearchPopupProps {
  id: string;
  target: SearchTarget;
  text: string;
  /** The index of the suggestion that Enter chooses; -1 if none. */
  active: number;
  /** The last value passed to `onSuggestions`. */
  suggestions: readonly SearchSuggestion[];
  picksDate: boolean;
  onSuggestions(suggestions: readonly SearchSuggestion[]): void;
  onPoint(key: string): void;
  onChoose(suggestion: SearchSuggestion): void;
  onFilter(filter: FilterName): void;
  onDay(day: string): void;
}

/** The suggestions below a search field, which keeps the focus and handles the keys. */
export default function SearchPopup(props: SearchPopupProps) {
  const {id, target, text, active, suggestions, picksDate} = props;
  const {onSuggestions, onPoint, onChoose, onFilter, onDay} = props;
  const dates = useDates();
  const current = useSearchSuggestions(target, text);
  // Suggestions with the same keys are equal.
  const keys = current.map(({key}) => key).join('\n');
  useEffect(() => onSuggestions(current), [keys, onSuggestions]);
  useEffect(() => () => onSuggestions([]), [onSuggestions]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({block: 'nearest'});
  }, [active]);
  if (suggestions.length === 0 && !picksDate) return null;
  return (
    <div className={styles.popup}>
      {suggestions.length > 0 && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Suggestions`}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
            <div
              key={suggestion.key}
              id={`${id}-${index}`}
              className={styles.item}
              role="option"
              aria-selected={index === active}
              onPointerMove={() => onPoint(suggestion.key)}
              onClick={() => onChoose(suggestion)}
            >
              {suggestion.shown}
            </div>
          ))}
        </div>
      )}
      {picksDate && (
        <div className={styles.calendar}>
          <TabButtons
            label={t`Messages before, on or after a day`}
            options={[
              ['before', t`Before`],
              ['on', t({message: 'On', context: 'filter of a search'})],
              ['after', t`After`],
            ]}
            value={target.filter}
            onChange={onFilter}
          />
          <MonthCalendar
            label={t`Another day`}
            timeZone={dates.timeZone}
            initial={dates.dayKey(Date.now())}
            onChoose={onDay}
          />
        </div>
      )}
    </div>
  );
}
