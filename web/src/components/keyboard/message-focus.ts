import type {KeyboardEvent} from 'react';
import {isShortcut} from './shortcuts.ts';

/**
 * Moves the focus between the messages of a scrolling list with the arrow keys, or between other `items`. If the list
 * itself has the focus, the focus moves to the latest message, or in a list of results, to the first one in view. In a list
 * of results, Home and End move it to the first and the last one.
 */
export function moveMessageFocus(
  event: KeyboardEvent<HTMLElement>,
  startsAt: 'latest' | 'first',
  items = '[data-post]',
): void {
  const target = event.target as HTMLElement;
  const list = event.currentTarget;
  if (target !== list && !target.matches(items)) return;
  const isUp = isShortcut(event, 'previousMessage');
  const isFirst = startsAt === 'first' && isShortcut(event, 'firstMessage');
  const isLast = startsAt === 'first' && isShortcut(event, 'lastMessage');
  if (!isUp && !isFirst && !isLast && !isShortcut(event, 'nextMessage')) return;
  const all = [...list.querySelectorAll<HTMLElement>(items)];
  const rows = all.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  const at = rows.indexOf(target);
  const {top} = list.getBoundingClientRect();
  const start =
    startsAt === 'latest' ? rows.at(-1) : rows.find((row) => row.getBoundingClientRect().bottom > top);
  const neighbor = at < 0 ? start : rows[at + (isUp ? -1 : 1)];
  const next = isFirst ? rows[0] : isLast ? rows.at(-1) : neighbor;
  if (!next) return;
  event.preventDefault();
  next.focus({preventScroll: true});
  next.scrollIntoView({block: 'nearest'});
}
