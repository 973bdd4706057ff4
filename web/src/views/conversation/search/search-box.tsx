import {t} from '@lingui/core/macro';
import {
  type ChangeEvent,
  type FormEvent,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {Icon} from '../../../components/ui/icon.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {rememberSearch} from '../../../data/posts/search-history.ts';
import {type FilterName, type SearchTarget, searchTarget} from '../../../data/posts/search-input.ts';
import type {SearchScope} from '../../../data/posts/search-scope.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import styles from './search-box.module.css';
import type {SearchSuggestion} from './suggestions/use-search-suggestions.tsx';

const SearchPopup = lazyComponent(() =>
  withCatalog('conversation', import('./suggestions/search-popup.tsx')),
);

interface SearchBoxProps {
  text: string;
  onChange(text: string): void;
  onSearch(terms: string, teams: SearchScope): void;
  placeholder: string;
  autoFocus?: boolean;
  /** The search whose results are shown. Escape brings it back. */
  searched?: string;
  teams: SearchScope;
  /** The name of the searched teams, if it isn't shown elsewhere. */
  scope?: string | undefined;
  /** Changes the searched teams, if they aren't chosen elsewhere. */
  onScope?: (teams: SearchScope) => void;
  /** Makes the field small enough for the header of a channel. */
  isSmall?: boolean;
  /** Shown below the field. `add` adds a filter to its text, as if the person had typed it. */
  children?: (add: (addTo: (text: string) => string) => void) => ReactNode;
}

const DATE_FILTERS: ReadonlySet<string | undefined> = new Set(['on', 'before', 'after']);

/**
 * A search field with suggestions: recent searches, filters and their values. Escape closes the suggestions and keeps the
 * text. Then, it brings back the text of the results.
 */
export function SearchBox({
  text,
  onChange,
  onSearch,
  placeholder,
  autoFocus,
  searched,
  teams,
  scope,
  onScope,
  isSmall,
  children,
}: SearchBoxProps) {
  const {id: openId, display_name: team} = useCurrentTeam();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState<SearchTarget>();
  // The key of the suggestion selected with the arrow keys or the pointer, which other suggestions can come before
  // later. The default is the first value of a filter, and otherwise none.
  const [chosenKey, setChosenKey] = useState<string>();
  // Set by the popup, because the code for suggestions is only loaded when it opens.
  const [suggestions, setSuggestions] = useState<readonly SearchSuggestion[]>([]);
  // The text with a filter that a button added, and the text that comes back if the suggestions close without a value.
  const added = useRef<{text: string; before: string}>(undefined);
  // The position of the cursor after a change that isn't typed. Before the page shows it, the cursor is at the end.
  const moved = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (moved.current !== undefined) field.current?.setSelectionRange(moved.current, moved.current);
    moved.current = undefined;
  });
  // The text with a completed value and the space after it, until something else is typed.
  const completed = useRef<string>(undefined);
  const picksDate = DATE_FILTERS.has(target?.filter);
  const isOpen = target !== undefined && suggestions.length > 0;
  const isExact = suggestions.some((suggestion) => suggestion.text === target?.term);
  const firstIndex = target?.filter && target.term !== '' && !isExact ? 0 : -1;
  const active = chosenKey === undefined ? firstIndex : suggestions.findIndex(({key}) => key === chosenKey);

  function follow(value: string, cursor = field.current?.selectionStart ?? value.length) {
    // Nothing would close the suggestions, such as when the palette takes the focus during a click.
    if (document.activeElement !== field.current) return;
    setTarget(searchTarget(value, cursor));
    setChosenKey(undefined);
  }

  function close() {
    setTarget(undefined);
    if (added.current?.text === text) onChange(added.current.before);
    added.current = undefined;
  }

  function search(terms: string, covered: SearchScope) {
    setTarget(undefined);
    rememberSearch(terms, covered ?? openId);
    onSearch(terms, covered);
  }

  function insert(value: string, filter?: FilterName) {
    if (!target) return;
    const end = value.endsWith(':') ? '' : ' ';
    const start = filter ? `${text.slice(0, target.filterStart)}${filter}:` : text.slice(0, target.start);
    const before = `${start}${value}${end}`;
    const next = before + text.slice(target.end).trimStart();
    const isFromButton = added.current !== undefined;
    added.current = undefined;
    if (end === '') return put(next, before.length);
    // The person may add words, so other suggestions don't follow.
    field.current?.focus();
    onChange(next);
    moved.current = before.length;
    completed.current = next;
    setTarget(undefined);
    if (isFromButton) search(next.trim(), teams);
  }

  function put(next: string, cursor = next.length) {
    field.current?.focus();
    onChange(next);
    moved.current = cursor;
    follow(next, cursor);
  }

  /** Replaces the name of the filter that is being typed. */
  function rename(filter: FilterName) {
    if (!target) return;
    const before = `${text.slice(0, target.filterStart)}${filter}:${target.term}`;
    put(before + text.slice(target.end), before.length);
  }

  function choose(suggestion: SearchSuggestion) {
    if (!suggestion.isSearch) return insert(suggestion.text, suggestion.filter);
    onChange(suggestion.text);
    search(suggestion.text, suggestion.teams);
  }

  /** Puts a suggestion into the field. */
  function complete(suggestion: SearchSuggestion) {
    if (suggestion.isSearch) put(suggestion.text);
    else insert(suggestion.text, suggestion.filter);
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = suggestions.length;
    const first = suggestions[Math.max(active, 0)];
    if (event.nativeEvent.isComposing) return;
    // Not while the key that clears the text is held down.
    if (event.key === 'Backspace' && text === '' && !event.repeat) onScope?.(undefined);
    if (event.key === 'Escape' && target && (isOpen || picksDate)) close();
    else if (event.key === 'Escape' && searched && text !== searched) onChange(searched);
    else if (event.key === 'ArrowDown' && !target) follow(text);
    else if (event.key === 'ArrowDown' && isOpen) setChosenKey(suggestions[(active + 1) % count]!.key);
    else if (event.key === 'ArrowUp' && isOpen) setChosenKey(suggestions.at(Math.max(active, 0) - 1)!.key);
    else if (event.key === 'Enter' && isOpen && suggestions[active]) choose(suggestions[active]);
    else if (event.key === 'Delete' && event.shiftKey && suggestions[active]?.remove)
      suggestions[active].remove();
    else if (
      event.key === 'Tab' &&
      !event.shiftKey &&
      isOpen &&
      target.term !== '' &&
      first?.text !== text.trim()
    )
      complete(first!);
    else return;
    event.preventDefault();
  }

  function onInput({target: {value}}: ChangeEvent<HTMLInputElement>) {
    onChange(value);
    follow(value);
  }

  /** Doesn't add a space that the person types after a completed value, which already has one. */
  function onBeforeInput(event: InputEvent<HTMLInputElement>) {
    if (completed.current === text && event.data === ' ') event.preventDefault();
    completed.current = undefined;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search(text.trim(), teams);
  }

  return (
    <search
      className={styles.box}
      data-small={isSmall || undefined}
      onBlur={({currentTarget, target, relatedTarget}) => {
        // The list of teams is elsewhere on the page, and gives the focus back.
        const opensList = target !== field.current && target.ariaExpanded === 'true';
        const isInside = currentTarget.contains(target) && !opensList;
        if (isInside && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <form className={styles.form} onSubmit={submit}>
        <Icon name="search" size={16} />
        {scope && (
          <span className={styles.scope}>
            <label id={`${id}-scope`} htmlFor={id}>
              <bdi>{scope}</bdi>
            </label>
            <IconButton
              icon="close"
              size="small"
              label={t`Search only in ${team}`}
              onPress={() => {
                onScope?.(undefined);
                field.current?.focus();
              }}
            />
          </span>
        )}
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="text"
          role="combobox"
          enterKeyHint="search"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-label={t`Search messages`}
          aria-describedby={scope && `${id}-scope`}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
          placeholder={placeholder}
          // biome-ignore lint/a11y/noAutofocus: without terms, the person opened it to type them.
          autoFocus={autoFocus}
          value={text}
          onBeforeInput={onBeforeInput}
          onChange={onInput}
          onFocus={() => follow(text, text.length)}
          onClick={() => follow(text)}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <IconButton icon="close" size="small" label={t`Clear search`} onPress={() => put('')} />
        )}
      </form>
      {children?.((addTo) => {
        const before = added.current?.text === text ? added.current.before : text;
        const next = addTo(before);
        added.current = {text: next, before};
        put(next);
      })}
      {target && (
        <SearchPopup
          id={id}
          target={target}
          text={text}
          teams={teams}
          active={active}
          suggestions={suggestions}
          picksDate={picksDate}
          onSuggestions={setSuggestions}
          onPoint={setChosenKey}
          onChoose={choose}
          onFilter={rename}
          onDay={insert}
          onScope={onScope}
        />
      )}
    </search>
  );
}
