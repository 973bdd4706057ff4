import {t} from '@lingui/core/macro';
import {fenceAround} from './pasting.ts';
import {isInCodeBlock, replaceSelection, type TextSelection} from './text-selection.ts';

// Loaded together.
export {moveByTab} from './list-levels.ts';
export {pasted} from './pasting.ts';

/**
 * Adds marks around the selection, or removes them if they are there. At the end of marked text, the cursor moves behind
 * its mark, so that the next text has none. Spaces at the ends of the selection, such as after a word that was selected
 * with a double click, stay outside of the marks: inside, the marks would have no effect. Nor do marks have one across
 * list items or paragraphs, so each line gets its own, and several lines of code become a block.
 */
export function toggleMarks({text, start, end}: TextSelection, mark: string): TextSelection {
  const before = text.slice(0, start);
  const selected = text.slice(start, end);
  const words = selected.trim();
  if (words.includes('\n') && mark === '`') {
    // Without the line breaks around them, but with the indentation of the first line.
    const first = start + /^(?:[^\S\n]*\n)*/.exec(selected)![0].length;
    return toggleCodeBlock({text, start: first, end: start + selected.trimEnd().length});
  }
  if (words !== '' && words !== selected) {
    const first = start + selected.indexOf(words);
    return toggleMarks({text, start: first, end: first + words.length}, mark);
  }
  if (words.includes('\n')) return toggleMarksOfLines({text, start, end}, mark);
  const after = text.slice(end);
  if (selected.length > 2 * mark.length && selected.startsWith(mark) && selected.endsWith(mark)) {
    const inner = selected.slice(mark.length, -mark.length);
    return {text: before + inner + after, start, end: start + inner.length};
  }
  if (selected === '' && after.startsWith(mark) && isMarked(before, mark)) {
    return {text, start: start + mark.length, end: start + mark.length};
  }
  if (before.endsWith(mark) && after.startsWith(mark)) {
    return {
      text: before.slice(0, -mark.length) + selected + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    };
  }
  return {text: before + mark + selected + mark + after, start: start + mark.length, end: end + mark.length};
}

/** Turns the selected lines into a code block, or back. */
function toggleCodeBlock({text, start, end}: TextSelection): TextSelection {
  const [before, selected, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const block = /^(`{3,})[^`\n]*\n(.*)\n\1$/s.exec(selected);
  if (block) return replaced(before, block[2]!, after);
  const opening = /(?:^|\n)(`{3,}[^`\n]*\n)$/.exec(before);
  const closing = /^\n`{3,}(?=\n|$)/.exec(after);
  if (opening && closing) {
    return replaced(before.slice(0, -opening[1]!.length), selected, after.slice(closing[0].length));
  }
  const fence = fenceAround(selected);
  const first = before === '' || before.endsWith('\n') ? fence : `\n${fence}`;
  const last = after === '' || after.startsWith('\n') ? fence : `${fence}\n`;
  return replaced(`${before}${first}\n`, selected, `\n${last}${after}`);
}

/** A text whose middle part is selected. */
function replaced(before: string, selected: string, after: string): TextSelection {
  return {text: before + selected + after, start: before.length, end: before.length + selected.length};
}

/** Adds marks around each selected line, after the mark of a list item or quote, or removes them if all lines have them. */
function toggleMarksOfLines({text, start, end}: TextSelection, mark: string): TextSelection {
  const lines = text
    .slice(start, end)
    .split('\n')
    .map((line) => {
      const [before = ''] = LINE_MARK.exec(line) ?? [];
      return {before, content: line.slice(before.length)};
    });
  const isMarkedLine = (content: string) =>
    content.length > 2 * mark.length && content.startsWith(mark) && content.endsWith(mark);
  const all = lines.every(({content}) => content.trim() === '' || isMarkedLine(content));
  const changed = lines.map(({before, content}) => {
    if (content.trim() === '') return before + content;
    if (all) return before + content.slice(mark.length, -mark.length);
    return before + (isMarkedLine(content) ? content : mark + content + mark);
  });
  return replaced(text.slice(0, start), changed.join('\n'), text.slice(end));
}

/** Whether the last line of a text begins marked text that it doesn't end, such as `so **much` or `so _much`. */
function isMarked(before: string, mark: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const opening = line.lastIndexOf(mark);
  return (
    opening >= 0 &&
    !/[\p{L}\p{N}]$/u.test(line.slice(0, opening)) &&
    /^\S/.test(line.slice(opening + mark.length))
  );
}

/** What a line can be: an item of a list, or quoted. */
export type LineKind = 'bullet' | 'number' | 'blockquote';

/**
 * Makes the selected lines items of a list or a quote, or text again if all of them are. A list of the other kind
 * changes. Items are numbered for each level, and empty lines between them stay empty.
 */
export function toggleLines({text, start, end}: TextSelection, kind: LineKind): TextSelection {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const last = next < 0 ? text.length : next;
  const lines = text.slice(first, last).split('\n');
  const isOnlyEmpty = lines.every((line) => line.trim() === '');
  const isLeft = (line: string) => line.trim() === '' && kind !== 'blockquote' && !isOnlyEmpty;
  const isOfKind = (line: string) => {
    const groups = LINE_MARK.exec(line)?.groups;
    return (kind === 'blockquote' ? groups?.quote : groups?.[kind]) !== undefined;
  };
  const all = lines.every((line) => isLeft(line) || isOfKind(line));
  // The last number of each level, by its indentation.
  const numbers: number[] = [];
  const changed = lines.map((line) => {
    if (isLeft(line)) return line;
    const [indent] = /^\s*/.exec(line)!;
    const rest = line.replace(LINE_MARK, '').trimStart();
    if (all) return indent + line.replace(LINE_MARK, '');
    if (kind === 'blockquote') return isOfKind(line) ? line : `> ${line}`;
    if (kind === 'bullet') return isOfKind(line) ? line : `${indent}- ${rest}`;
    numbers.length = Math.min(numbers.length, indent.length + 1);
    numbers[indent.length] = (numbers[indent.length] ?? 0) + 1;
    return `${indent}${numbers[indent.length]}. ${rest}`;
  });
  const lengthOf = (some: string[]) => some.join('\n').length;
  const grown = lengthOf(changed) - lengthOf(lines);
  const shift = changed[0]!.length - lines[0]!.length;
  return {
    text: text.slice(0, first) + changed.join('\n') + text.slice(last),
    start: Math.max(first, start + shift),
    end: Math.max(first, end + grown),
  };
}

/** The mark before a list item or a quoted line, with the parts that the next line repeats. */
const LINE_MARK =
  /^(\s*)(?:(?<bullet>[-*+] +)(?<box>\[[ xX]\] +)?|(?<number>\d{1,9})(?<dot>[.)] +)|(?<quote>> ?))/;

/**
 * Starts the next line of the list or quote at the cursor, or ends it if the line is still empty. Returns undefined
 * if the cursor is elsewhere.
 */
export function continueLine(selection: TextSelection): TextSelection | undefined {
  const {text, start, end} = selection;
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(first, start);
  const mark = LINE_MARK.exec(line);
  if (!mark?.groups || start !== end || isInCodeBlock(text, start)) return undefined;
  if (line === mark[0] && (text[start] ?? '\n') === '\n') {
    return {text: text.slice(0, first) + text.slice(start), start: first, end: first};
  }
  const {bullet, box, number, dot, quote} = mark.groups;
  const next = bullet ? bullet + (box ? '[ ] ' : '') : number ? `${Number(number) + 1}${dot}` : quote!;
  return replaceSelection(selection, `\n${mark[1]}${next}`);
}

/** Turns the selection into a link, with the cursor where the address or the text goes. */
export function makeLink({text, start, end}: TextSelection): TextSelection {
  const label =
    text.slice(start, end) ||
    t({message: 'text', comment: 'Placeholder for the text of a link in a message'});
  const isAddress = /^https?:\/\/\S+$/.test(label);
  const link = isAddress ? `[](${label})` : `[${label}](https://)`;
  const cursor = isAddress ? start + 1 : start + label.length + 3 + 'https://'.length;
  return {text: text.slice(0, start) + link + text.slice(end), start: cursor, end: cursor};
}
