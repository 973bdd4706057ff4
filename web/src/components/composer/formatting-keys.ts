import type {ClipboardEvent, KeyboardEvent} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {isShortcut} from '../keyboard/shortcuts.ts';
import type * as Formatting from './formatting.ts';
import {isInCodeBlock, type TextSelection} from './text-selection.ts';
import type {MessageField} from './use-message-field.ts';

let loaded: typeof Formatting | undefined;

async function read(): Promise<typeof Formatting> {
  loaded ??= await import('./formatting.ts');
  return loaded;
}

/** Loads the code that formats text. Called when the person starts to write, so that it is there when a key needs it. */
export function loadFormatting(): void {
  // After a failure, the next change of the text tries again.
  if (!loaded) read().catch(() => {});
}

/** Changes the selection with the code that formats text. */
export function format(
  field: MessageField,
  change: (formatting: typeof Formatting, selection: TextSelection) => TextSelection,
): void {
  const apply = (formatting: typeof Formatting) => field.put(change(formatting, field.selection()));
  if (loaded) apply(loaded);
  else read().then(apply, (error) => showError(errorMessage(error)));
}

/** The marks that shortcuts add around the selection. */
const MARKS = {bold: '**', italic: '_', strike: '~~', code: '`'};
const MARK_NAMES = Object.keys(MARKS) as (keyof typeof MARKS)[];

/** Formats the selection if the key is a shortcut for it. Enter, if it doesn't send, continues a list or a quote. */
export function formatByKey(event: KeyboardEvent, field: MessageField): void {
  if (event.key === 'Enter') {
    const continued = loaded?.continueLine(field.selection());
    if (!continued) return;
    event.preventDefault();
    field.put(continued);
    return;
  }
  const mark = MARK_NAMES.find((name) => isShortcut(event, name));
  if (!mark && !isShortcut(event, 'link')) return;
  event.preventDefault();
  format(field, ({toggleMarks, makeLink}, selection) =>
    mark ? toggleMarks(selection, MARKS[mark]) : makeLink(selection),
  );
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
