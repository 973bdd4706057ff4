/** Pixels. Less is not a keyboard, but the bars of the browser. */
const LEAST_KEYBOARD = 120;

/**
 * Keeps the page above the on-screen keyboard in browsers where it covers the page, such as Safari. The others make the page
 * smaller by themselves (`interactive-widget` in index.html).
 */
export function followKeyboard(): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const {style} = document.documentElement;
  const fit = () => {
    // With zoom, people choose which part of the page they see.
    const isZoomed = Math.abs(viewport.scale - 1) > 0.01;
    const isCovered = !isZoomed && window.innerHeight - viewport.height > LEAST_KEYBOARD;
    if (!isCovered) return void style.removeProperty('--visible-height');
    style.setProperty('--visible-height', `${viewport.height}px`);
    // Safari scrolls the page so that the field is in view.
    window.scrollTo(0, 0);
  };
  viewport.addEventListener('resize', fit);
  return () => viewport.removeEventListener('resize', fit);
}
