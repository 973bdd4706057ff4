import type {KeyboardEvent} from 'react';
import type {CompletionTarget} from './completion.ts';
import type {TextSelection} from './text-selection.ts';

/** The text with the chosen suggestion inserted, and the new cursor position. */
export function complete(
  text: string,
  {start, end}: CompletionTarget,
  chosen: string,
): {text: string; cursor: number} {
  const rest = text.slice(end);
  const space = rest.startsWith(' ') || chosen.endsWith(' ') ? '' : ' ';
  const before = text.slice(0, start) + chosen + space;
  return {text: before + rest, cursor: before.length + (rest.startsWith(' ') ? 1 : 0)};
}

/**
 * The text with the typed space or punctuation in place of the space that completing added, which is before the cursor;
 * undefined for other keys, or if the cursor has moved.
 */
export function replaceSpace(text: string, cursor: number, event: KeyboardEvent): TextSelection | undefined {
  const {selectionStart, selectionEnd} = event.target as HTMLTextAreaElement;
  if (selectionStart !== cursor || selectionEnd !== cursor) return undefined;
  if (!/^[ ,.;!?)'’]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return {text: text.slice(0, cursor - 1) + event.key + text.slice(cursor), start: cursor, end: cursor};
}
