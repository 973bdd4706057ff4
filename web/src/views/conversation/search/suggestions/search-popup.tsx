import {t} from '@lingui/core/macro';
import {useEffect, useLayoutEffect, useRef, useState} from 'react';
import {KeyCaps} from '../../../../components/keyboard/sheet/key-caps.tsx';
import {Icon} from '../../../../components/ui/icon.tsx';
import {lazyComponent} from '../../../../components/ui/lazy-component.tsx';
import {TabButtons} from '../../../../components/ui/tab-buttons.tsx';
import {rangeFilter} from '../../../../data/posts/date-filters.ts';
import type {FilterName, SearchTarget} from '../../../../data/posts/search-input.ts';
import type {SearchScope} from '../../../../data/posts/search-scope.ts';
import {useDates} from '../../../../data/preferences/display.ts';
import styles from '../search-box.module.css';
import {useSearchScopes} from '../search-scopes.ts';
import {TeamSelect} from '../team-select.tsx';
import {type SearchSuggestion, useSearchSuggestions} from './use-search-suggestions.tsx';

const RangeCalendar = lazyComponent(() => import('../../../../components/ui/range-calendar.tsx'));
const MonthCalendar = lazyComponent(() => import('../../../../components/ui/month-calendar.tsx'));

interface SearchPopupProps {
  id: string;
  target: SearchTarget;
  text: string;
  teams: SearchScope;
  /** The index of the suggestion that Enter chooses; -1 if none. */
  active: number;
  /** The last value passed to `onSuggestions`. */
  suggestions: readonly SearchSuggestion[];
  picksDate: boolean;
  onSuggestions(suggestions: readonly SearchSuggestion[]): void;
  onPoint(key: string): void;
  onChoose(suggestion: SearchSuggestion): void;
  onFilter(filter: FilterName): void;
  /** Replaces the value of the filter, and the filter, if there is another one. */
  onDay(value: string, filter?: FilterName): void;
  /** Changes the searched teams, if they aren't chosen elsewhere. */
  onScope: ((teams: SearchScope) => void) | undefined;
}

/** The suggestions below a search field, which keeps the focus and handles the keys. */
export default function SearchPopup(props: SearchPopupProps) {
  const {id, target, text, teams, active, suggestions, picksDate} = props;
  const {onSuggestions, onPoint, onChoose, onScope} = props;
  const {teams: ownTeams} = useSearchScopes();
  const choosesTeams = onScope && ownTeams.length > 1 && target.filter === undefined;
  const current = useSearchSuggestions(target, text, teams);
  // Suggestions with the same keys are equal.
  const keys = current.map(({key}) => key).join('\n');
  // Before the next key press, which may complete one of them.
  useLayoutEffect(() => onSuggestions(current), [keys, onSuggestions]);
  useEffect(() => () => onSuggestions([]), [onSuggestions]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({block: 'nearest'});
  }, [active]);
  if (suggestions.length === 0 && !picksDate && !choosesTeams) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leads from its controls back to the field.
    <div
      className={styles.popup}
      onKeyDown={(event) => {
        // Not in the list of teams, which closes.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node))
          document.getElementById(id)?.focus();
      }}
    >
      {choosesTeams && <TeamChoice fieldId={id} teams={teams} onScope={onScope} />}
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
              aria-describedby={suggestion.remove && `${id}-remove`}
              onPointerMove={() => onPoint(suggestion.key)}
              onClick={() => onChoose(suggestion)}
            >
              {suggestion.shown}
              {suggestion.remove && <Removal isActive={index === active} onRemove={suggestion.remove} />}
            </div>
          ))}
        </div>
      )}
      <span id={`${id}-remove`} hidden>
        {t`Remove this search (Shift+Delete)`}
      </span>
      {picksDate && <DayPicker {...props} />}
    </div>
  );
}

/** Chooses the searched teams. Then, the focus is in the field for the text. */
function TeamChoice({
  fieldId,
  teams,
  onScope,
}: {
  fieldId: string;
  teams: SearchScope;
  onScope: (teams: SearchScope) => void;
}) {
  const isChosen = useRef(false);
  const focusField = () => document.getElementById(fieldId)?.focus();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes the focus on.
    <div
      className={styles.scopes}
      // The list gives the focus back to its button.
      onFocus={() => {
        if (isChosen.current) focusField();
        isChosen.current = false;
      }}
    >
      <span aria-hidden="true">{t`Search in`}</span>
      <TeamSelect
        teams={teams}
        onChange={(next) => {
          onScope(next);
          focusField();
          // The field can't get the focus while the list is open.
          isChosen.current = document.activeElement?.id !== fieldId;
        }}
      />
    </div>
  );
}

/**
 * Removes a recent search. An option can't contain a button for assistive technologies: with them and with the keyboard,
 * people press Shift+Delete, as in the address bar of browsers. The selected option shows these keys.
 */
function Removal({isActive, onRemove}: {isActive: boolean; onRemove: () => void}) {
  return (
    <span className={styles.removal}>
      {isActive && (
        <span className={styles.keys} aria-hidden="true">
          <KeyCaps keys={{key: 'Delete', shift: true}} />
        </span>
      )}
      <span
        className={styles.remove}
        aria-hidden="true"
        title={t`Remove this search (Shift+Delete)`}
        onClick={(event) => {
          event.stopPropagation();
          onRemove();
        }}
      >
        <Icon name="close" size={14} />
      </span>
    </span>
  );
}

/** Calendars for a day and for several days. */
function DayPicker({target, text, onFilter, onDay}: SearchPopupProps) {
  const dates = useDates();
  const today = dates.dayKey(Date.now());
  const [isRange, setIsRange] = useState(false);
  // Two filters can't be excluded together.
  const isExcluded = text[target.filterStart - 1] === '-';
  const choices: [FilterName | 'range', string][] = [
    ['before', t`Before`],
    ['on', t({message: 'On', context: 'filter of a search'})],
    ['after', t`After`],
  ];
  if (!isExcluded)
    choices.push(['range', t({message: 'Range', comment: 'Finds messages from a first to a last day'})]);
  return (
    <div className={styles.calendar}>
      <TabButtons<FilterName | 'range'>
        label={t`Messages before, on or after a day`}
        options={choices}
        value={isRange && !isExcluded ? 'range' : target.filter}
        onChange={(choice) => {
          setIsRange(choice === 'range');
          if (choice !== 'range') onFilter(choice);
        }}
      />
      {isRange && !isExcluded ? (
        <>
          <p className={styles.quiet}>{t`Choose the first and the last day.`}</p>
          <RangeCalendar
            label={t`First and last day`}
            timeZone={dates.timeZone}
            initial={today}
            max={today}
            onChoose={(first, last) => {
              const [filter, value] = rangeFilter({first, last});
              onDay(value, filter);
            }}
          />
        </>
      ) : (
        <MonthCalendar
          label={t`Another day`}
          timeZone={dates.timeZone}
          initial={today}
          max={today}
          onChoose={(day) => onDay(day)}
        />
      )}
    </div>
  );
}
