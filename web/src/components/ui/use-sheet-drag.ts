import type {RefObject} from 'react';
import {useSwipe} from './use-swipe.ts';

/**
 * Closes a sheet that is dragged down. The drag can begin anywhere on it, except on controls that a finger moves, and on
 * contents that are scrolled down. `media` is the media query of the windows in which the element is a sheet. Without
 * `onClose`, the sheet stays open.
 */
export function useSheetDrag(
  sheet: RefObject<HTMLElement | null>,
  media: string,
  onClose: (() => void) | undefined,
): void {
  useSwipe(
    sheet,
    (direction) =>
      direction === 'down' && onClose && window.matchMedia(media).matches
        ? {away: sheet.current!, onGone: onClose}
        : undefined,
    {overScroll: true},
  );
}
