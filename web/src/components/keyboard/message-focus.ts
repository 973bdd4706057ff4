import type {KeyboardEvent} from 'react';
import {isShortcut} from './shortcuts.ts';

/**
 * Moves the focus between the messages of a scrolling list with the arrow keys. If the list itself has the focus, the
 * focus moves to the latest message, or in a list of results, to the first one in view.
 */
export function moveMessageFocus(event: KeyboardEvent<HTMLElement>, startsAt: 'latest' | 'first'): void {
  const target = event.target as HTMLElement;
  const list = event.currentTarget;
  if (target !== list && !target.matches('[data-post]')) return;
  const isUp = isShortcut(event, 'previousMessage');
  if (!isUp && !isShortcut(event, 'nextMessage')) return;
  const posts = [...list.querySelectorAll<HTMLElement>('[data-post]')];
  const rows = posts.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  const at = rows.indexOf(target);
  const {top} = list.getBoundingClientRect();
  const start =
    startsAt === 'latest' ? rows.at(-1) : rows.find((row) => row.getBoundingClientRect().bottom > top);
  const next = at < 0 ? start : rows[at + (isUp ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus({preventScroll: true});
  next.scrollIntoView({block: 'nearest'});
}
