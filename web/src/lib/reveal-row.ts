/**
 * Scrolls a list as far as necessary to show one of its rows, with `margin` pixels between the row and the end of the
 * list. `scrollIntoView` would also scroll a closed drawer with the list into view.
 */
export function revealRow(list: HTMLElement, row: Element, margin = 0): void {
  const visible = list.getBoundingClientRect();
  const {top, bottom} = row.getBoundingClientRect();
  if (bottom > visible.bottom) list.scrollTop += Math.ceil(bottom + margin - visible.bottom);
  else if (top < visible.top) list.scrollTop += Math.floor(top - margin - visible.top);
}
