import {useEffect, useRef} from 'react';

const load = () => import('../../lib/history-covers.ts');

// The page may have been reloaded while something covered it.
if (window.history.state?.cover !== undefined) load().catch(() => undefined);

/**
 * Calls the function when people go back with a button or gesture of their phone while something covers the page, instead
 * of going back to the page before. Only for touch screens: elsewhere, people close such things with the Escape key,
 * which they handle themselves. `isOpen` is whether something covers the page now.
 */
export function useCloseRequest(onClose: () => void, isOpen = true): void {
  const handler = useRef(onClose);
  handler.current = onClose;
  useEffect(() => {
    if (!isOpen || !window.matchMedia('(pointer: coarse)').matches) return;
    let isClosed = false;
    let end: (() => void) | undefined;
    // Without its code, going back leaves the page.
    load()
      .then(({coverPage}) => {
        if (!isClosed) end = coverPage(() => handler.current());
      })
      .catch(() => undefined);
    return () => {
      isClosed = true;
      end?.();
    };
  }, [isOpen]);
}
