import {type DragEvent, type MouseEvent, type PointerEvent, useRef} from 'react';
import type {Point} from './use-opener.ts';

/** Milliseconds for which the finger rests, and how far it may move meanwhile, in pixels. */
const DURATION = 450;
const SLACK = 10;

/** Elements that do something else when a finger rests on them. */
const HAS_OWN = 'input, textarea, select, audio, video, [role="slider"]';

/**
 * Handlers for an element that calls the function with the place of a finger that rests on it. The press then does nothing else, even on a
 * button in the element. Links keep the menu of the browser unless `onLinks` is set.
 */
export function useLongPress(onLongPress: (at: Point) => void, {onLinks = false} = {}) {
  const timer = useRef<number>(undefined);
  const from = useRef<{x: number; y: number}>(undefined);
  const wasLong = useRef(false);

  function stop() {
    window.clearTimeout(timer.current);
    from.current = undefined;
  }
  return {
    // Capturing, because buttons in the element keep presses to themselves.
    onPointerDownCapture({pointerType, pointerId, isPrimary, target, clientX, clientY}: PointerEvent) {
      stop();
      wasLong.current = false;
      if (pointerType !== 'touch' || !isPrimary) return;
      // For a finger, the target can be a link or button next to it.
      const touched = document.elementFromPoint(clientX, clientY);
      if (touched?.closest(onLinks ? HAS_OWN : `a, ${HAS_OWN}`)) return;
      from.current = {x: clientX, y: clientY};
      timer.current = window.setTimeout(() => {
        stop();
        wasLong.current = true;
        // The button with the finger, if there is one, lets go.
        target.dispatchEvent(
          new window.PointerEvent('pointercancel', {bubbles: true, pointerId, pointerType}),
        );
        onLongPress({x: clientX, y: clientY});
      }, DURATION);
    },
    onPointerMoveCapture({clientX, clientY}: PointerEvent) {
      if (!from.current) return;
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > SLACK) stop();
    },
    onPointerUpCapture: stop,
    onPointerCancelCapture: stop,
    onContextMenu(event: MouseEvent) {
      // The menu and the text selection of the system.
      if (from.current || wasLong.current) event.preventDefault();
    },
    onDragStartCapture(event: DragEvent) {
      // On Android, a finger that rests on something that can be dragged also drags it.
      if (!from.current && !wasLong.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
