import {type RefObject, useEffect, useLayoutEffect, useRef} from 'react';
import {changeDraft, getDraft} from '../../data/drafts/drafts.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import type {TextSelection} from './formatting.ts';

export interface MessageField {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** The text of the draft, and its selection. */
  selection(): TextSelection;
  /** Replaces the text and the selection, and focuses the field. */
  put(selection: TextSelection): void;
  /** Inserts a word at the cursor, with spaces around it. */
  insertWord(word: string): void;
}

/** The text area of a draft. Gets and sets the text together with the selection. */
export function useMessageField(placeId: string): MessageField {
  const ref = useRef<HTMLTextAreaElement>(null);
  const nextSelection = useRef<[number, number]>(undefined);

  useLayoutEffect(() => {
    if (!nextSelection.current) return;
    ref.current?.setSelectionRange(...nextSelection.current);
    nextSelection.current = undefined;
  });

  useEffect(() => {
    // Focusing the field would open the on-screen keyboard.
    if (!isTouchOnly()) ref.current?.focus();
  }, [placeId]);

  function selection(): TextSelection {
    const {selectionStart = 0, selectionEnd = 0} = ref.current ?? {};
    return {text: getDraft(placeId).message, start: selectionStart, end: selectionEnd};
  }

  function put({text, start, end}: TextSelection) {
    nextSelection.current = [start, end];
    changeDraft(placeId, {message: text});
    ref.current?.focus();
  }

  return {
    ref,
    selection,
    put,
    insertWord(word) {
      const {text, start, end} = selection();
      const inserted = `${start > 0 && !/\s$/.test(text.slice(0, start)) ? ' ' : ''}${word} `;
      const cursor = start + inserted.length;
      put({text: text.slice(0, start) + inserted + text.slice(end), start: cursor, end: cursor});
    },
  };
}
