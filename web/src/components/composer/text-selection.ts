/** The text of a field, and the selected part of it. */
export interface TextSelection {
  text: string;
  start: number;
  end: number;
}

/** Whether the cursor is in a code block that is opened with ``` and not closed. */
export function isInCodeBlock(text: string, cursor: number): boolean {
  const fences = text.slice(0, cursor).match(/^```/gm)?.length ?? 0;
  return fences % 2 === 1;
}

/** Replaces the selected part of a text, and places the cursor after it. */
export function replaceSelection({text, start, end}: TextSelection, inserted: string): TextSelection {
  const cursor = start + inserted.length;
  return {text: text.slice(0, start) + inserted + text.slice(end), start: cursor, end: cursor};
}
