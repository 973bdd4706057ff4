import {type KeyboardEvent, type RefObject, useRef, useState} from 'react';
import type * as Completing from './completing.ts';
import {type CompletionTarget, completionTarget} from './completion.ts';
import type {TextSelection} from './text-selection.ts';
import type {Suggestion} from './use-suggestions.tsx';

export interface Completion {
  /** What is being completed; undefined if nothing is. */
  target: CompletionTarget | undefined;
  isOpen: boolean;
  suggestions: readonly Suggestion[];
  /** Called by the list, because the code that finds suggestions is only loaded with it. */
  setSuggestions(suggestions: readonly Suggestion[]): void;
  /** Set by the list, with which this code is loaded. */
  code: RefObject<typeof Completing | undefined>;
  /** Index of the suggestion that Enter or Tab chooses. */
  active: number;
  setActive(index: number): void;
  choose(index: number): void;
  /** Updates the suggestions for the word at the cursor. */
  follow(text: string, cursor: number): void;
  close(): void;
  /** Handles a key. Returns whether the list used it. */
  onKey(event: KeyboardEvent): boolean;
}

/**
 * Suggestions for the word at the cursor of a message field, and the keys that choose among them.
 *
 * React Aria's Autocomplete (1.22.1) is for fields whose whole text is the query. Tried on a text area in Chromium, with
 * the list open: Home and End move in the list and not in the line, Tab leaves the field without choosing, after
 * Backspace no suggestion is active so that Enter goes to the text, and after Escape the list is still there and Enter
 * still chooses. It also switches the field's spelling check and autocorrection off.
 */
export function useCompletion(
  field: {text: string; put: (selection: TextSelection) => void},
  {withCommands = true} = {},
): Completion {
  const [target, setTarget] = useState<CompletionTarget>();
  const [active, setActive] = useState(0);
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const code = useRef<typeof Completing>(undefined);
  const isOpen = target !== undefined && suggestions.length > 0;
  // The cursor after the space that completing added, until the text changes.
  const afterSpace = useRef<number>(undefined);
  // The start of a mention that is completed, or whose suggestions were closed.
  const done = useRef<number>(undefined);
  // The command, with the space after it, whose arguments the person doesn't want to be explained.
  const closedCommand = useRef<string>(undefined);

  function choose(index: number) {
    const chosen = suggestions[index];
    if (!target || !chosen || chosen.isHint) return;
    const {text, cursor} = code.current!.complete(field.text, target, chosen.text);
    done.current = target.start;
    field.put({text, start: cursor, end: cursor});
    setTarget(undefined);
    // A command has arguments, and two emoji need a space between them.
    if (target.kind !== 'command') afterSpace.current = cursor;
  }

  /** Replaces the space that completing added with the typed space or punctuation. */
  function replaceSpace(event: KeyboardEvent): boolean {
    const cursor = afterSpace.current;
    const next = cursor === undefined ? undefined : code.current!.replaceSpace(field.text, cursor, event);
    if (!next) return false;
    event.preventDefault();
    afterSpace.current = undefined;
    field.put(next);
    return true;
  }

  function onKey(event: KeyboardEvent): boolean {
    const isHint = suggestions[active]?.isHint && event.key !== 'Escape';
    if (!isOpen || isHint) return replaceSpace(event);
    const count = suggestions.length;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (event.key === 'Escape') {
      done.current = target.start;
      if (target.kind === 'command') closedCommand.current = /^\S+\s/.exec(field.text)?.[0];
      setTarget(undefined);
    } else if (event.key === 'Tab') choose(active);
    // A whole command is run, not completed.
    else if (event.key === 'Enter' && `/${target.term}` !== suggestions[active]!.text.trim()) choose(active);
    else return false;
    event.preventDefault();
    return true;
  }

  return {
    target,
    isOpen,
    suggestions,
    setSuggestions,
    code,
    active,
    setActive,
    choose,
    follow(text, cursor) {
      afterSpace.current = undefined;
      const next = completionTarget(text, cursor, done.current);
      if (next && next.kind !== 'command') done.current = undefined;
      const isClosed = closedCommand.current !== undefined && text.startsWith(closedCommand.current);
      if (!isClosed) closedCommand.current = undefined;
      setTarget(next?.kind === 'command' && (isClosed || !withCommands) ? undefined : next);
      setActive(0);
    },
    close: () => setTarget(undefined),
    onKey,
  };
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

export const listId = (id: string) => `${id}-list`;
export const optionId = (id: string, index: number) => `${id}-${index}`;
