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
  const all = [...list.querySelectorAll<HTMLElement>(items)];
  const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
  const rows = all.sort((a, b) => topOf(a) - topOf(b));
  const top = topOf(isIn ? (target.closest<HTMLElement>(items) ?? target) : list);
  const start =
    startsAt === 'latest' ? rows.at(-1) : rows.find((row) => row.getBoundingClientRect().bottom > top);
  const neighbor = isUp ? rows.findLast((row) => topOf(row) < top) : rows.find((row) => topOf(row) > top);
  const next = isFirst ? rows[0] : isLast ? rows.at(-1) : isIn ? neighbor : start;
  if (!next) return;
  event.preventDefault();
  next.focus({preventScroll: true});
  next.scrollIntoView({block: 'nearest'});
}

function usesArrows(target: HTMLElement): boolean {
  const scrolls = target.matches('[data-scrolls]') && target.scrollHeight > target.clientHeight;
  return scrolls || target.matches(USES_ARROWS);
}
