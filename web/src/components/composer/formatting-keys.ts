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
const LINE_NAMES = ['number', 'bullet', 'blockquote'] as const;

/** Formats the selection if the key is a shortcut for it. Enter, if it doesn't send, continues a list or a quote. */
export function formatByKey(event: KeyboardEvent, field: MessageField): void {
  // The person may be about to paste, and to press Enter right after it.
  if (event.key === 'Control' || event.key === 'Meta') loadFormatting();
  if (event.key === 'Enter') {
    const continued = loaded?.continueLine(field.selection());
    if (!continued) return;
    event.preventDefault();
    field.put(continued);
    return;
  }
  const mark = MARK_NAMES.find((name) => isShortcut(event, name));
  const line = LINE_NAMES.find((name) => isShortcut(event, name));
  if (!mark && !line && !isShortcut(event, 'link')) return;
  event.preventDefault();
  format(field, ({toggleMarks, toggleLines, makeLink}, selection) =>
    mark ? toggleMarks(selection, MARKS[mark]) : line ? toggleLines(selection, line) : makeLink(selection),
  );
}

/** Moves list items with Tab and Shift+Tab. Returns whether it did. It needs the code that formats, so it does nothing before. */
export function moveItemByKey(event: KeyboardEvent, field: MessageField): boolean {
  return loaded?.moveByTab(event, field) ?? false;
}

/**
 * Pastes formatted text as Markdown, and an address on selected text as a link. Other text, and text that the person
 * pastes without formatting (Ctrl+Shift+V), is left to the browser.
 */
export function paste(event: ClipboardEvent, field: MessageField): void {
  const [plain = '', html = '', editor = ''] = ['text/plain', 'text/html', 'vscode-editor-data'].map((type) =>
    event.clipboardData.getData(type),
  );
  const {text, start, end} = field.selection();
  const isLink = start !== end && /^\s*https?:/.test(plain);
  if (!plain || !(html || editor || isLink) || isInCodeBlock(text, start)) return;
  event.preventDefault();
  const put = (formatting: typeof Formatting) =>
    field.put(formatting.pasted(field.selection(), {plain, html, editor}));
  if (loaded) put(loaded);
  else
    read()
      .then(put)
      .catch(() => document.execCommand('insertText', false, plain));
}
