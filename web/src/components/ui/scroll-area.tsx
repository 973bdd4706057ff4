import type {ComponentProps} from 'react';

/** A scrollable area that can be focused and scrolled with the keyboard. */
export function ScrollArea(area: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll it in every browser.
  return <div {...area} data-scrolls tabIndex={0} />;
}
