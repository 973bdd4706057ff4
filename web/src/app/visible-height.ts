/** In pixels. A smaller difference is caused by the browser's bars, not by a keyboard. */
const MIN_KEYBOARD = 120;

/**
 * Keeps the page above the on-screen keyboard in browsers where it covers the page, such as Safari. Other browsers
 * resize the page themselves (`interactive-widget` in index.html). Call this once.
 */
export function followKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const {style} = document.documentElement;
  const fit = () => {
    // While the page is zoomed, people choose which part of it they see.
    const isZoomed = Math.abs(viewport.scale - 1) > 0.01;
    const isCovered = !isZoomed && window.innerHeight - viewport.height > MIN_KEYBOARD;
    if (!isCovered) return void style.removeProperty('--visible-height');
    style.setProperty('--visible-height', `${viewport.height}px`);
    // Undo Safari's scrolling, which brought the field into view.
    window.scrollTo(0, 0);
  };
  viewport.addEventListener('resize', fit);
}
