import {uniqueId} from './unique-id.ts';

// While something covers the page, the history has an extra entry for it, with the page's address. Going back from that
// entry closes what covers the page. It stays in the history when something else closes it, because going back takes
// time, in which the person may open another page. Then it is used again by the next thing that covers the page, replaced
// by the next page, or skipped when the person goes back.

/** What covers the page: functions that close it, by the ids in the extra entries. */
const covers = new Map<string, () => void>();

/** The current entry of the history, if it is an extra one. */
let extra: {cover: string; place: number; address: string} | undefined;

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
  // The page may have been reloaded at an extra entry.
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

followHistory();

/** Adds an entry for something that covers the page. Going back calls the function. Returns a function that ends that. */
export function coverPage(close: () => void): () => void {
  const cover = uniqueId();
  const state = {...window.history.state, cover};
  const isUnused = extra && !covers.has(extra.cover);
  if (isUnused) window.history.replaceState(state, '');
  else window.history.pushState(state, '');
  covers.set(cover, close);
  return () => {
    covers.delete(cover);
  };
}
