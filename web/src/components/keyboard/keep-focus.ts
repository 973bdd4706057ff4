import {isTouchOnly} from '../../lib/touch.ts';
import {focusableIn, isAtOrAfter, WINDOWS} from './focusable.ts';
import {focusMessageBox} from './message-box.ts';

/** What returns or moves the focus itself when it disappears. */
const MOVES_FOCUS = '[data-post], main, aside';

/** Where another element can take the focus. */
const HOLDS_FOCUS = 'main, aside, nav, [role="dialog"]';

/** Where an element was before it was removed: in an element, in front of one of its children or at its end. */
interface Gap {
  place: Element;
  before: Node | null;
}

/**
 * Keeps the focus when the focused element is removed from the page: in a message, such as a button that an integration
 * replaced, the message takes the focus. Elsewhere, the next element does, or the previous one, such as after removing
 * an item of a list. Without this, the focus would be lost, or a dialog would move it to its Close button. The same
 * elements take the focus when a dialog or menu closes and the element that opened it has been removed.
 *
 * `pressedAt` is the address of the page when the key was pressed that loaded this code.
 */
export function keepFocus(pressedAt: string): void {
  let focused: Element | null = null;
  let opener: Element | null = null;
  let openerGap: Gap | undefined;
  let address = '';
  const remember = () => {
    focused = document.activeElement;
    address = location.href;
    if (!focused || focused === document.body || focused.closest(WINDOWS)) return;
    opener = focused;
    openerGap = undefined;
  };
  document.addEventListener('focusin', remember);
  // Also before a key acts, because the address can have changed since the element got the focus.
  document.addEventListener('keydown', remember, {capture: true});
  // The key may have pressed a button that is still there, or opened a panel that isn't there yet.
  remember();
  address = pressedAt;
  new MutationObserver((records) => {
    if (opener && !openerGap && !opener.isConnected) openerGap = findGap(records, opener);
    if (!focused || focused.isConnected) return;
    const lost = focused;
    focused = null;
    // A new page or panel takes the focus itself.
    const isElsewhere = address !== location.href;
    if (document.activeElement !== document.body || isElsewhere) return;
    if (lost.closest(WINDOWS)) {
      if (!opener?.isConnected) afterReturn(() => focusNear(openerGap));
    } else if (!lost.closest(MOVES_FOCUS)) {
      const gap = findGap(records, lost);
      if (gap) nextFocus(gap)?.focus({preventScroll: true});
    }
  }).observe(document.body, {childList: true, subtree: true});
}

/** Where an element was that one of the mutations removed. Undefined if what contained it has been removed too. */
function findGap(records: readonly MutationRecord[], removed: Element): Gap | undefined {
  for (const {target, removedNodes, nextSibling} of records) {
    const place = target as Element;
    if (place.isConnected && [...removedNodes].some((node) => node.contains(removed))) {
      return {place, before: nextSibling};
    }
  }
  return undefined;
}

/** React Aria and lists of messages return or move the focus in the next frame. */
function afterReturn(act: () => void): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) act();
    }),
  );
}

/** Focuses what is next to a removed element, or else the message box, or else the beginning of the page. */
function focusNear(gap: Gap | undefined): void {
  const next = gap?.place.isConnected ? nextFocus(gap) : undefined;
  next?.focus({preventScroll: true});
  // On touch screens, it would open the keyboard.
  if (!next && !isTouchOnly()) focusMessageBox(null);
  if (document.activeElement !== document.body) return;
  const main = document.querySelector('main');
  if (main) focusableIn(main)[0]?.focus();
}

/** What takes the focus after something was removed. */
function nextFocus({place, before}: Gap): HTMLElement | undefined {
  const post = place.closest<HTMLElement>('[data-post]');
  if (post) return post;
  let around: Element = place;
  let next = before;
  while (around.closest(HOLDS_FOCUS)) {
    const inside = focusableIn(around);
    const found = inside.find((one) => next && isAtOrAfter(one, next)) ?? inside.at(-1);
    if (found) return found;
    next = around.nextSibling;
    around = around.parentElement!;
  }
  return undefined;
}
