let shown: Element | undefined;

/** Shows a text that is cut off with an ellipsis as a tooltip, wherever on the page it is. Returns how to stop that. */
export function showTruncatedTexts(): () => void {
  document.addEventListener('pointerover', onPointerOver);
  return () => document.removeEventListener('pointerover', onPointerOver);
}

function onPointerOver({target}: PointerEvent): void {
  const element = target instanceof HTMLElement ? truncated(target) : undefined;
  if (element === shown) return;
  shown?.removeAttribute('title');
  shown = element;
  if (element) element.title = element.textContent;
}

/** The cut-off text that the element is or is in. One that has a tooltip of its own keeps it. */
function truncated(target: HTMLElement): HTMLElement | undefined {
  let element: HTMLElement | null = target;
  while (element && element.scrollWidth <= element.clientWidth) element = element.parentElement;
  if (!element || (element !== shown && element.title !== '')) return undefined;
  return getComputedStyle(element).textOverflow === 'ellipsis' ? element : undefined;
}
