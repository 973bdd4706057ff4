import {type RefObject, useEffect, useRef} from 'react';
import type {OnSwipe, SwipeOptions} from './swipe-target.ts';

/**
 * Calls the function for each straight movement of one finger that starts on the element, in the three directions. If it
 * returns nothing, the elements around it receive the swipe. Elements that scroll need the `touch-action` that leaves the
 * other direction to swipes: otherwise the browser also handles the movement, and reports it rarely.
 */
export function useSwipe(
  frame: RefObject<HTMLElement | null>,
  onSwipe: OnSwipe,
  {overScroll = false}: SwipeOptions = {},
): void {
  const handler = useRef(onSwipe);
  handler.current = onSwipe;
  useEffect(() => {
    const element = frame.current;
    if (!element || !('ontouchstart' in window)) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    // If it can't be loaded, there are still buttons.
    import('./swipes.ts').then(
      ({followSwipes}) => {
        if (isGone) return;
        stop = followSwipes(element, (direction) => handler.current(direction), {overScroll});
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [frame, overScroll]);
}
