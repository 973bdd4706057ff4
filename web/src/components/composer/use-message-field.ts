import {type RefObject, useEffect, useLayoutEffect, useMemo, useRef} from 'react';
import {changeDraft} from '../../data/drafts/drafts.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import {isAwaited} from '../keyboard/message-box.ts';
import {replaceSelection, type TextSelection} from './text-selection.ts';

export interface MessageField {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** The text of the field, and its selection. */
  selection(): TextSelection;
  /** Replaces the text and the selection, and focuses the field. */
  put(selection: TextSelection): void;
  /** Inserts a word at the cursor, with spaces around it. */
  insertWord(word: string): void;
  /** Inserts an emoji by its name, such as `tada`. */
  insertEmoji(name: string): void;
}

/** The text area of a draft. */
export function useMessageField(placeId: string): MessageField {
  const field = useTextArea((message) => changeDraft(placeId, {message}));
  useEffect(() => {
    // The person may go through results in a panel, which lead to one channel after the other.
    const panel = document.activeElement?.closest('aside');
    const isElsewhere = panel && !panel.contains(field.ref.current);
    const wasAsked = isAwaited(placeId);
    // On touch screens, focusing the field opens the keyboard.
    if (wasAsked || (!isTouchOnly() && !isElsewhere)) field.ref.current?.focus();
    if (!wasAsked) return;
    const {length} = field.selection().text;
    field.ref.current?.setSelectionRange(length, length);
  }, [placeId]);
  return field;
}

/**
 * A text area whose text and selection are changed together. `change` gets the new text. Always returns the same
 * object, so that buttons next to the text area don't render for each character.
 */
export function useTextArea(change: (text: string) => void): MessageField {
  const ref = useRef<HTMLTextAreaElement>(null);
  const nextSelection = useRef<[number, number]>(undefined);
  const latestChange = useRef(change);

  useLayoutEffect(() => {
    latestChange.current = change;
    if (!nextSelection.current) return;
    ref.current?.setSelectionRange(...nextSelection.current);
    nextSelection.current = undefined;
  });

  return useMemo(() => {
    function selection(): TextSelection {
      const {value = '', selectionStart = 0, selectionEnd = 0} = ref.current ?? {};
      return {text: value, start: selectionStart, end: selectionEnd};
    }

    function put({text, start, end}: TextSelection) {
      const area = ref.current;
      area?.focus();
      if (text !== area?.value) {
        // Before the change, which may render immediately. Later, it would move the cursor while the person types.
        nextSelection.current = [start, end];
        if (!area || !replaceText(area, text)) latestChange.current(text);
      }
      area?.setSelectionRange(start, end);
    }

    function insertWord(word: string) {
      const selected = selection();
      const before = selected.text.slice(0, selected.start);
      put(replaceSelection(selected, `${before === '' || /\s$/.test(before) ? '' : ' '}${word} `));
    }

    function insertEmoji(name: string) {
      insertWord(`:${name}:`);
    }

    return {ref, selection, put, insertWord, insertEmoji};
  }, []);
}

/**
 * Changes the text as if the person had typed it, so that they can undo it. Returns whether it was possible: the field
 * must have the focus.
 */
function replaceText(area: HTMLTextAreaElement, text: string): boolean {
  if (document.activeElement !== area) return false;
  const before = area.value;
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start++;
  let rest = 0;
  while (rest < shorter - start && before.at(-1 - rest) === text.at(-1 - rest)) rest++;
  area.setSelectionRange(start, before.length - rest);
  const inserted = text.slice(start, text.length - rest);
  // Setting the value would clear the list of changes to undo. No other interface keeps it.
  return document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
}
