import {useEffect, useRef} from 'react';
import {uniqueId} from '../../lib/unique-id.ts';

// While something covers the page, the history has an extra entry for it, with the page's address. Going back from that
// entry closes what covers the page. It stays in the history when something else closes it, because going back takes
// time, in which the person may open another page. Then it is used again by the next thing that covers the page, replaced
// by the next page, or skipped when the person goes back.

/** What covers the page: functions that close it, by the ids in the extra entries. */
const covers = new Map<string, () => void>();

/** The current entry of the history, if it is an extra one. */
let extra: {cover: string; place: number; address: string} | undefined;

let isFollowing = false;

/** The router counts pages (`idx`). An extra entry has the number of its page. */
const place = (): number => window.history.state?.idx ?? 0;

/** Remembers whether the current entry is an extra one. */
function readEntry(): void {
  const cover: string | undefined = window.history.state?.cover;
  extra = cover === undefined ? undefined : {cover, place: place(), address: window.location.href};
}

function onPopState(event: PopStateEvent): void {
  const left = extra;
  readEntry();
  const isForward = left && place() > left.place;
  if (!left || isForward) return;
  // The router has nothing to do.
  if (window.location.href === left.address) event.stopImmediatePropagation();
  const close = covers.get(left.cover);
  if (close) close();
  else window.history.back();
}

/** Follows the entries of the history, and replaces extra ones by the pages that are opened from there. */
function followHistory(): void {
  if (isFollowing) return;
  isFollowing = true;
  readEntry();
  // Before the router.
  window.addEventListener('popstate', onPopState, {capture: true});
  const {history} = window;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  history.pushState = (state, unused, url) => {
    if (extra && state?.cover === undefined) replace(state, unused, url);
    else push(state, unused, url);
    readEntry();
  };
  history.replaceState = (state, unused, url) => {
    replace(extra ? {cover: extra.cover, ...state} : state, unused, url);
    readEntry();
  };
}

// The page may have been reloaded at an extra entry.
if (window.history.state?.cover !== undefined) followHistory();

function addEntry(cover: string): void {
  followHistory();
  const state = {...window.history.state, cover};
  const isUnused = extra && !covers.has(extra.cover);
  if (isUnused) window.history.replaceState(state, '');
  else window.history.pushState(state, '');
}

/**
 * Calls the function when people go back with a button or gesture of their phone while something covers the page, instead
 * of going back to the page before. Only for touch screens: elsewhere, people close such things with the Escape key,
 * which they handle themselves. `isOpen` is whether something covers the page now.
 */
export function useCloseRequest(onClose: () => void, isOpen = true): void {
  const handler = useRef(onClose);
  handler.current = onClose;
  useEffect(() => {
    if (!isOpen || !window.matchMedia('(pointer: coarse)').matches) return;
    const cover = uniqueId();
    addEntry(cover);
    covers.set(cover, () => handler.current());
    return () => {
      covers.delete(cover);
    };
  }, [isOpen]);
}
