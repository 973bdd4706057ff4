/** What returns or moves the focus itself when it disappears. */
const MOVES_FOCUS =
  '[data-post], main, aside, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Where another element can take the focus. */
const HOLDS_FOCUS = 'main, aside, nav, [role="dialog"]';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]:not(:disabled)';

/**
 * Keeps the focus when the focused element is removed from the page: in a message, such as a button that an integration
 * replaced, the message takes the focus. Elsewhere, the next element does, or the previous one, such as after removing
 * an item of a list. Without this, the focus would be lost, or a dialog would move it to its Close button.
 */
export function keepFocus(): void {
  let focused: Element | null = null;
  let address = '';
  const remember = () => {
    focused = document.activeElement;
    address = location.href;
  };
  document.addEventListener('focusin', remember);
  // Also before a key acts, because the focus may have been there when this code was loaded.
  document.addEventListener('keydown', remember, {capture: true});
  new MutationObserver((records) => {
    if (!focused || focused.isConnected) return;
    const lost = focused;
    focused = null;
    // A new page or panel takes the focus itself.
    const isElsewhere = address !== location.href;
    if (document.activeElement !== document.body || lost.closest(MOVES_FOCUS) || isElsewhere) return;
    for (const {target, removedNodes, nextSibling} of records) {
      const place = target as Element;
      if (!place.isConnected || ![...removedNodes].some((node) => node.contains(lost))) continue;
      nextFocus(place, nextSibling)?.focus({preventScroll: true});
      return;
    }
  }).observe(document.body, {childList: true, subtree: true});
}

/** What takes the focus after something was removed from an element, in front of one of its children or at its end. */
function nextFocus(place: Element, before: Node | null): HTMLElement | undefined {
  const post = place.closest<HTMLElement>('[data-post]');
  if (post) return post;
  let around: Element = place;
  let next = before;
  while (around.closest(HOLDS_FOCUS)) {
    const inside = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) =>
      one.checkVisibility(),
    );
    const found = inside.find((one) => next && isAtOrAfter(one, next)) ?? inside.at(-1);
    if (found) return found;
    next = around.nextSibling;
    around = around.parentElement!;
  }
  return undefined;
}

function isAtOrAfter(element: Element, node: Node): boolean {
  const position = node.compareDocumentPosition(element);
  return node.contains(element) || (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
