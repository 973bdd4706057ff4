import {
  isRightToLeft,
  type OnSwipe,
  type SwipeDirection,
  type SwipedAway,
  type SwipeOptions,
  type SwipeTarget,
} from './swipe-target.ts';

/** A movement has a direction once it is this many pixels long. */
const START = 10;
/** It is horizontal if it is at least this many times as wide as it is high, and the other way around. */
const STRAIGHT = 2;
/** A quick swipe is completed if it is at least this many pixels long, and a slow one over half of the distance. */
const QUICK_LENGTH = 56;
/** In pixels per millisecond, and the time over which it is measured. */
const QUICK = 0.3;
const MEASURED_MILLIS = 100;

/** Elements that handle horizontal movements themselves. */
const HANDLES_SWIPES = 'input, textarea, select, audio, video, [role="slider"]';

/** The element whose swipe is under way. Those around it ignore the finger. */
let swiped: HTMLElement | undefined;

interface Swipe {
  target: SwipeTarget;
  /** The length in pixels at this place of the finger. */
  lengthAt: (place: Place) => number;
  /** The lengths in the last moment, to measure the speed. */
  recent: {at: number; length: number}[];
}

interface Place {
  clientX: number;
  clientY: number;
}

/**
 * Handles the swipes that start on the element, and those of the elements in it that have no effect there. Returns a
 * function that stops this.
 */
export function followSwipes(
  element: HTMLElement,
  onSwipe: OnSwipe,
  {overScroll = false}: SwipeOptions = {},
): () => void {
  let from: Place | undefined;
  let swipe: Swipe | undefined;
  let pointerId = 0;

  function stop(isCompleted: boolean) {
    swipe?.target.end(isCompleted);
    from = undefined;
    swipe = undefined;
  }
  const onPointerDown = (event: PointerEvent) => {
    pointerId = event.pointerId;
  };
  const onStart = ({touches, target}: TouchEvent) => {
    stop(false);
    swiped = undefined;
    // Several fingers zoom.
    const [touch] = touches;
    if (
      touch &&
      touches.length === 1 &&
      !usesSwipes(target as Element, element) &&
      !(overScroll && isScrolled(target as Element, element))
    ) {
      from = {clientX: touch.clientX, clientY: touch.clientY};
    }
  };
  const onMove = (event: TouchEvent) => {
    const {
      touches: [touch],
      target,
      timeStamp,
    } = event;
    if (!from || !touch) return;
    if (overScroll && event.cancelable && (swipe || isDown(from, touch))) event.preventDefault();
    if (!swipe) {
      const direction = findDirection(from, touch);
      if (direction === 'undecided') return;
      // The button with the finger, if there is one, lets go: also if the movement has no effect, it is not a tap.
      target?.dispatchEvent(
        new window.PointerEvent('pointercancel', {bubbles: true, pointerId, pointerType: 'touch'}),
      );
      const found = direction && !swiped ? onSwipe(direction) : undefined;
      if (!direction || !found) return stop(false);
      swiped = element;
      swipe = {
        target: 'away' in found ? moveAway(found, direction) : found,
        lengthAt: measure(direction, from),
        recent: [],
      };
    }
    const length = swipe.lengthAt(touch);
    swipe.recent = [
      ...swipe.recent.filter(({at}) => timeStamp - at <= MEASURED_MILLIS),
      {at: timeStamp, length},
    ];
    swipe.target.follow(getShare(length, swipe.target));
  };
  const onEnd = ({changedTouches: [touch], timeStamp}: TouchEvent) => {
    if (!swipe || !touch) return stop(false);
    const length = swipe.lengthAt(touch);
    const [first] = swipe.recent;
    const speed = first ? (length - first.length) / Math.max(1, timeStamp - first.at) : 0;
    const isQuick = speed >= QUICK && length >= QUICK_LENGTH;
    stop(isQuick || (speed > -QUICK && getShare(length, swipe.target) > 0.5));
  };
  const onCancel = () => stop(false);
  element.addEventListener('pointerdown', onPointerDown, {capture: true});
  element.addEventListener('touchstart', onStart, {passive: true});
  element.addEventListener('touchmove', onMove, {passive: !overScroll});
  element.addEventListener('touchend', onEnd);
  element.addEventListener('touchcancel', onCancel);
  return () => {
    stop(false);
    element.removeEventListener('pointerdown', onPointerDown, {capture: true});
    element.removeEventListener('touchstart', onStart);
    element.removeEventListener('touchmove', onMove);
    element.removeEventListener('touchend', onEnd);
    element.removeEventListener('touchcancel', onCancel);
  };
}

/** Undefined for a movement that is diagonal or goes up. */
function findDirection(from: Place, to: Place): SwipeDirection | 'undecided' | undefined {
  const right = to.clientX - from.clientX;
  const down = to.clientY - from.clientY;
  if (Math.max(Math.abs(right), Math.abs(down)) < START) return 'undecided';
  if (Math.abs(right) >= STRAIGHT * Math.abs(down))
    return right > 0 === isRightToLeft() ? 'toStart' : 'toEnd';
  return isDown(from, to) ? 'down' : undefined;
}

function isDown(from: Place, to: Place): boolean {
  return to.clientY - from.clientY >= STRAIGHT * Math.abs(to.clientX - from.clientX);
}

function measure(direction: SwipeDirection, from: Place): Swipe['lengthAt'] {
  if (direction === 'down') return ({clientY}) => clientY - from.clientY;
  const sign = (direction === 'toEnd') === isRightToLeft() ? -1 : 1;
  return ({clientX}) => sign * (clientX - from.clientX);
}

function getShare(length: number, {distance}: SwipeTarget): number {
  return Math.min(1, Math.max(0, length / distance));
}

/** Whether a swipe scrolls something horizontally, such as a code block or a table, or moves a control. */
function usesSwipes(target: Element, frame: Element): boolean {
  if (target.closest(HANDLES_SWIPES)) return true;
  for (let one: Element | null = target; one && one !== frame; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}

/** Whether a finger that moves down would scroll something. */
function isScrolled(target: Element, frame: Element): boolean {
  for (let one: Element | null = target; one && frame.contains(one); one = one.parentElement) {
    if (one.scrollTop > 0) return true;
  }
  return false;
}

/** Moves the element with the finger, and then out of the window. */
function moveAway({away, onGone, onMove}: SwipedAway, direction: SwipeDirection): SwipeTarget {
  const {style, dataset} = away;
  const isToLeft = direction !== 'down' && (direction === 'toStart') !== isRightToLeft();
  function moveTo(share: number) {
    const percentage = `${100 * share * (isToLeft ? -1 : 1)}%`;
    style.translate = direction === 'down' ? `0 ${percentage}` : percentage;
    onMove?.(share);
  }
  return {
    distance: direction === 'down' ? away.offsetHeight : away.offsetWidth,
    follow(share) {
      // Without its transition.
      dataset.swiped = '';
      moveTo(share);
    },
    end(isCompleted) {
      delete dataset.swiped;
      if (!isCompleted) {
        style.removeProperty('translate');
        onMove?.(0);
        return;
      }
      moveTo(1);
      void Promise.allSettled(away.getAnimations().map(({finished}) => finished)).then(onGone);
    },
  };
}
