/** Windows over the page, in which the focus stays. React Aria returns it to what opened them. */
export const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]:not(:disabled)';

/** What can take the focus in a part of the page, in the order of the tab key. */
export function focusableIn(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isVisible);
}

export function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility({visibilityProperty: true}) && !element.closest('[inert]');
}

/** Whether an element is in a node or after its beginning. */
export function isAtOrAfter(element: Element, node: Node): boolean {
  const position = node.compareDocumentPosition(element);
  return node.contains(element) || (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
