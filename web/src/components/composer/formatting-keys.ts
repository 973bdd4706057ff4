import type {ClipboardEvent, KeyboardEvent} from 'react';
import {isInCodeBlock, toggleMarks} from './formatting.ts';
import type {MessageField} from './use-message-field.ts';

/** The marks that Ctrl and a letter add around the selection. */
const MARKS_OF_KEYS: Readonly<Record<string, string>> = {b: '**', i: '_'};

/** Formats the selection if the key is a shortcut for it. */
export function formatByKey(event: KeyboardEvent, field: MessageField): void {
  const mark = MARKS_OF_KEYS[event.key.toLowerCase()];
  const withCtrl = event.ctrlKey || event.metaKey;
  if (!mark || !withCtrl || event.shiftKey || event.altKey) return;
  event.preventDefault();
  field.put(toggleMarks(field.selection(), mark));
}

/** Turns the selected text into a link if the pasted text is an address. */
export function pasteLink(event: ClipboardEvent, field: MessageField): void {
  const address = event.clipboardData.getData('text/plain').trim();
  const {text, start, end} = field.selection();
  const label = text.slice(start, end);
  const isLabel = label.trim() !== '' && !/[[\]\n]|^https?:/.test(label);
  if (!isLabel || !/^https?:\/\/\S+$/.test(address) || isInCodeBlock(text, start)) return;
  event.preventDefault();
  const link = `[${label}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  const cursor = start + link.length;
  field.put({text: text.slice(0, start) + link + text.slice(end), start: cursor, end: cursor});
}
