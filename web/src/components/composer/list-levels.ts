import type {KeyboardEvent} from 'react';
import {isShortcut} from '../keyboard/shortcuts.ts';
import {isInCodeBlock, type TextSelection} from './text-selection.ts';
import type {MessageField} from './use-message-field.ts';

/** A list item: its indentation, its mark with the space after it, and the number if it has one. */
const ITEM = /^( *)((?:[-*+]|(\d{1,9})[.)]) +)/;

interface Item {
  indent: number;
  /** Where its text begins, and items within it. */
  inner: number;
  number: number | undefined;
}

/** Whether the last key was Escape. */
let isLeaving = false;

/**
 * Tab and Shift+Tab move a list item one level in or out. Returns whether they did. After Escape, they move the focus,
 * so that the keyboard always leads out of the field.
 */
export function moveByTab(event: KeyboardEvent, field: MessageField): boolean {
  if (event.key === 'Shift') return false;
  const wasLeaving = isLeaving;
  isLeaving = event.key === 'Escape';
  if (wasLeaving || !isShortcut(event, 'indent')) return false;
  const moved = moveItems(field.selection(), event.shiftKey ? 'out' : 'in');
  if (!moved) return false;
  event.preventDefault();
  field.put(moved);
  return true;
}

/**
 * Moves the selected list items one level in, or out. Returns undefined if the first of them isn't a list item, or is
 * one that can't move at all: the first item of a list isn't within another one, and the outermost level has none around it.
 */
export function moveItems(
  {text, start, end}: TextSelection,
  direction: 'in' | 'out',
): TextSelection | undefined {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const last = next < 0 ? text.length : next;
  const lines = text.slice(first, last).split('\n');
  const item = readItem(lines[0]!);
  if (!item || isInCodeBlock(text, start)) return undefined;
  const above = itemsAbove(text.slice(0, first));
  const target = direction === 'in' ? levelWithin(item, above) : levelAround(item, above);
  if (target === undefined) return undefined;
  if (target === item.indent) return {text, start, end};
  const moved = lines.map((line) => withIndent(line, target - item.indent));
  moved[0] = withNumber(
    moved[0]!,
    above.find(({indent}) => indent <= target),
    target,
  );
  const changed = moved.join('\n');
  const grown = changed.length - (last - first);
  return {
    text: text.slice(0, first) + changed + text.slice(last),
    start: Math.max(first, start + moved[0].length - lines[0]!.length),
    end: Math.max(first, end + grown),
  };
}

function readItem(line: string): Item | undefined {
  const match = ITEM.exec(line);
  if (!match) return undefined;
  const [all, indent, , number] = match;
  return {
    indent: indent!.length,
    inner: all.length,
    number: number === undefined ? undefined : Number(number),
  };
}

/** The items of the same list before it, from the nearest to the first. An empty line ends the list. */
function itemsAbove(before: string): Item[] {
  const lines = before.split('\n').slice(0, -1);
  const list = lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);
  return list.reverse().flatMap((line) => readItem(line) ?? []);
}

/** The level within the item above it on its level. An item that is as deep as it can be stays there. */
function levelWithin(item: Item, above: readonly Item[]): number | undefined {
  const outer = above.find(({indent}) => indent <= item.indent);
  return outer && Math.max(outer.inner, item.indent);
}

function levelAround(item: Item, above: readonly Item[]): number | undefined {
  if (item.indent === 0) return undefined;
  return above.find(({indent}) => indent < item.indent)?.indent ?? 0;
}

function withIndent(line: string, by: number): string {
  if (by > 0) return line.trim() === '' ? line : ' '.repeat(by) + line;
  return line.replace(new RegExp(`^ {0,${-by}}`), '');
}

/** Continues the numbers of the level that an item moved to, or begins with 1. */
function withNumber(line: string, before: Item | undefined, level: number): string {
  const number = before?.indent === level ? before.number : 0;
  return number === undefined ? line : line.replace(/^( *)\d+(?=[.)] )/, `$1${number + 1}`);
}
