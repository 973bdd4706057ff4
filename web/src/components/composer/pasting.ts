import {isFromCodeEditor, markdownOfHtml} from './pasted-html.ts';
import {replaceSelection, type TextSelection} from './text-selection.ts';

/** The clipboard. Each format is empty if the clipboard doesn't have it. */
interface Clipboard {
  plain: string;
  html: string;
  /** The format of VS Code: JSON with the language as `mode`. */
  editor: string;
}

/** The text and the cursor after pasting. */
export function pasted(selection: TextSelection, clipboard: Clipboard): TextSelection {
  return replaceSelection(selection, link(selection, clipboard.plain) ?? markdown(selection, clipboard));
}

/** A link with the selected text, if the clipboard contains an address. */
function link({text, start, end}: TextSelection, plain: string): string | undefined {
  const address = plain.trim();
  const label = text.slice(start, end);
  const isLabel = label.trim() !== '' && !/[[\]\n]|^https?:/.test(label);
  if (!isLabel || !/^https?:\/\/\S+$/.test(address)) return undefined;
  return `[${label}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

function markdown(selection: TextSelection, {plain, html, editor}: Clipboard): string {
  const language = languageOf(editor);
  const isCode = language === undefined ? isFromCodeEditor(html) : !PROSE.has(language);
  if (isCode) return code(selection, plain, language ?? '');
  const converted = language === undefined ? markdownOfHtml(html) : undefined;
  if (!converted || converted === plain.trim()) return plain;
  return isBlock(converted) ? onOwnLines(selection, converted) : converted;
}

/** The languages of VS Code that are text. */
const PROSE: ReadonlySet<string> = new Set(['plaintext', 'markdown']);

function languageOf(editor: string): string | undefined {
  try {
    const {mode} = JSON.parse(editor);
    return typeof mode === 'string' && /^[a-z0-9+#-]{1,30}$/i.test(mode) ? mode : undefined;
  } catch {
    return undefined;
  }
}

/** A code block, or the code in a sentence if it is a single line. */
function code(selection: TextSelection, plain: string, language: string): string {
  const lines = plain.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '');
  if (!lines.includes('\n')) return lines === '' || lines.includes('`') ? plain : `\`${lines.trim()}\``;
  const fence = fenceAround(lines);
  return onOwnLines(selection, `${fence}${language}\n${lines}\n${fence}`);
}

/** The first and last line of a code block that contains these lines. */
export function fenceAround(lines: string): string {
  const longest = Math.max(2, ...(lines.match(/`+/g) ?? []).map((marks) => marks.length));
  return '`'.repeat(longest + 1);
}

/** Whether the Markdown only has its meaning at the start of a line. */
function isBlock(text: string): boolean {
  return text.includes('\n') || /^(?:#{1,6} |>|- |\d+\. |---$)/.test(text);
}

function onOwnLines({text, start, end}: TextSelection, block: string): string {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = text[end] === '\n' ? '' : '\n';
  return before + block + after;
}
