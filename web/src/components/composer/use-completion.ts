import {type KeyboardEvent, useState} from 'react';
import {type CompletionTarget, complete, completionTarget} from './completion.ts';
import type {TextSelection} from './formatting.ts';
import {type Suggestion, useSuggestions} from './use-suggestions.tsx';

export interface Completion {
  isOpen: boolean;
  suggestions: readonly Suggestion[];
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
  {channelId, rootId}: {channelId: string; rootId: string},
  field: {text: string; put: (selection: TextSelection) => void},
): Completion {
  const [target, setTarget] = useState<CompletionTarget>();
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(target, {channelId, rootId});
  const isOpen = target !== undefined && suggestions.length > 0;

  function choose(index: number) {
    const chosen = suggestions[index];
    if (!target || !chosen) return;
    const {text, cursor} = complete(field.text, target, chosen.text);
    field.put({text, start: cursor, end: cursor});
    setTarget(undefined);
  }

  function onKey(event: KeyboardEvent): boolean {
    if (!isOpen) return false;
    const count = suggestions.length;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (event.key === 'Escape') setTarget(undefined);
    else if (event.key === 'Tab') choose(active);
    // A whole command is run, not completed.
    else if (event.key === 'Enter' && !isCompleteCommand()) choose(active);
    else return false;
    event.preventDefault();
    return true;
  }

  function isCompleteCommand(): boolean {
    const shown = suggestions[active]?.text.trim();
    return target?.kind === 'command' && (target.term.includes(' ') || `/${target.term}` === shown);
  }

  return {
    isOpen,
    suggestions,
    active,
    setActive,
    choose,
    follow(text, cursor) {
      setTarget(completionTarget(text, cursor));
      setActive(0);
    },
    close: () => setTarget(undefined),
    onKey,
  };
}
