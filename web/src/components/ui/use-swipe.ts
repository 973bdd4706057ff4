import {type RefObject, useEffect, useRef} from 'react';

/** The direction of a swipe relative to the text: from the start of a line toward its end, or back. */
export type SwipeDirection = 'toEnd' | 'toStart';

/**
 * A swipe is at least this many pixels long, at least twice as wide as it is high, and takes at most this many
 * milliseconds.
 */
const LENGTH = 56;
const MAX_MILLIS = 700;

/** Elements that handle horizontal movements themselves. */
const HANDLES_SWIPES = 'input, textarea, select, audio, video, [role="slider"]';

/**
 * Calls the function for each horizontal swipe with one finger on the element. The function returns whether the swipe
 * had an effect. If not, the elements around it receive the swipe.
 */
export function useSwipe(
  frame: RefObject<HTMLElement | null>,
  onSwipe: (direction: SwipeDirection) => boolean,
): void {
  const handler = useRef(onSwipe);
  handler.current = onSwipe;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let start: {x: number; y: number; at: number} | undefined;
    const begin = ({touches, target, timeStamp}: TouchEvent) => {
      const [touch] = touches;
      const isSingle = touches.length === 1 && touch !== undefined;
      start =
        isSingle && !usesSwipes(target as Element, element)
          ? {x: touch.clientX, y: touch.clientY, at: timeStamp}
          : undefined;
    };
    const end = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      const from = start;
      start = undefined;
      if (!from || !touch || event.timeStamp - from.at > MAX_MILLIS) return;
      const right = touch.clientX - from.x;
      const isSwipe = Math.abs(right) >= LENGTH && Math.abs(right) > 2 * Math.abs(touch.clientY - from.y);
      if (!isSwipe) return;
      const isRightToLeft = document.documentElement.dir === 'rtl';
      if (handler.current(right > 0 === isRightToLeft ? 'toStart' : 'toEnd')) event.stopPropagation();
    };
    const cancel = () => {
      start = undefined;
    };
    element.addEventListener('touchstart', begin, {passive: true});
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', cancel);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', cancel);
    };
  }, [frame]);
}

/** Whether a swipe scrolls something horizontally, such as a code block or a table, or moves a control. */
function usesSwipes(target: Element, frame: Element): boolean {
  if (target.closest(HANDLES_SWIPES)) return true;
  for (let one: Element | null = target; one && one !== frame; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}
