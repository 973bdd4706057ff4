import {useEffect, useRef} from 'react';

/** https://html.spec.whatwg.org/#closewatcher, which TypeScript doesn't know yet. */
declare class CloseWatcher extends EventTarget {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * Calls the function when people go back with the button or gesture of Android while something covers the page, instead of
 * going back to the page before. Only for touch screens: elsewhere, the only such request is the Escape key, which those
 * elements handle themselves. `isOpen` is whether something covers the page now.
 */
export function useCloseRequest(onClose: () => void, isOpen = true): void {
  const handler = useRef(onClose);
  handler.current = onClose;
  useEffect(() => {
    // Safari doesn't know it. It has no such gesture either.
    if (!isOpen || !('CloseWatcher' in window) || !window.matchMedia('(pointer: coarse)').matches) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => handler.current();
    return () => watcher.destroy();
  }, [isOpen]);
}
