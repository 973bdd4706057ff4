import type {ComponentProps} from 'react';

/** A part of a page that scrolls by itself, and that the keyboard can reach and scroll. */
export function ScrollArea(area: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll it in every browser.
  return <div {...area} data-scrolls tabIndex={0} />;
}
