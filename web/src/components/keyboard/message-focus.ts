import type {KeyboardEvent} from 'react';
import {isShortcut} from './shortcuts.ts';

/** What is in a message and has its own use for the arrow keys. Buttons of menus stop them. */
const USES_ARROWS = 'input, textarea, select, audio, video, [role="radio"], [role="slider"]';

/**
 * Moves the focus between the messages of a scrolling list with the arrow keys, or between other `items`, also from what
 * is in them and between them. If the list itself has the focus, the focus moves to the latest message, or in a list of
 * results, to the first one in view. In a list of results, Home and End move it to the first and the last one.
 */
export function moveMessageFocus(
  event: KeyboardEvent<HTMLElement>,
  startsAt: 'latest' | 'first',
  items = '[data-post]',
): void {
  const target = event.target as HTMLElement;
  const list = event.currentTarget;
  // A window that something in the list opens also gets the event.
  const isIn = target !== list && list.contains(target);
  if (event.defaultPrevented || (isIn ? usesArrows(target) : target !== list)) return;
  const isUp = isShortcut(event, 'previousMessage');
  const isFirst = startsAt === 'first' && isShortcut(event, 'firstMessage');
  const isLast = startsAt === 'first' && isShortcut(event, 'lastMessage');
  if (!isUp && !isFirst && !isLast && !isShortcut(event, 'nextMessage')) return;
  const rows = byPosition([...list.querySelectorAll<HTMLElement>(items)]);
  const top = topOf(isIn ? (target.closest<HTMLElement>(items) ?? target) : list);
  const start =
    startsAt === 'latest' ? rows.at(-1) : rows.find((row) => row.getBoundingClientRect().bottom > top);
  const neighbor = isUp ? rows.findLast((row) => topOf(row) < top) : rows.find((row) => topOf(row) > top);
  const next = isFirst ? rows[0] : isLast ? rows.at(-1) : isIn ? neighbor : start;
  if (!next) return;
  event.preventDefault();
  focusInView(next);
}

const topOf = (element: HTMLElement): number => element.getBoundingClientRect().top;

/** Rows of a list from top to bottom. In the document, they can be in another order. */
export function byPosition(rows: readonly HTMLElement[]): HTMLElement[] {
  return rows.toSorted((a, b) => topOf(a) - topOf(b));
}

/** Focuses an element, and scrolls only as far as needed to see it. */
export function focusInView(element: HTMLElement): void {
  element.focus({preventScroll: true});
  element.scrollIntoView({block: 'nearest'});
}

function usesArrows(target: HTMLElement): boolean {
  const scrolls = target.matches('[data-scrolls]') && target.scrollHeight > target.clientHeight;
  return scrolls || target.matches(USES_ARROWS);
}
