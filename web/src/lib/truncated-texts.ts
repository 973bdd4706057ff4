let shown: Element | undefined;

/** Shows the full text of any element whose text is cut off with an ellipsis as a tooltip. Call this once. */
export function showTruncatedTexts(): void {
  document.addEventListener('pointerover', onPointerOver);
}

function onPointerOver({target}: PointerEvent): void {
  const element = target instanceof HTMLElement ? truncated(target) : undefined;
  if (element === shown) return;
  shown?.removeAttribute('title');
  shown = element;
  if (element) element.title = element.textContent;
}

/** The element with cut-off text at or around `target`. An element with its own tooltip keeps it. */
function truncated(target: HTMLElement): HTMLElement | undefined {
  let element: HTMLElement | null = target;
  while (element && element.scrollWidth <= element.clientWidth) element = element.parentElement;
  if (!element || (element !== shown && element.title !== '')) return undefined;
  return getComputedStyle(element).textOverflow === 'ellipsis' ? element : undefined;
}
