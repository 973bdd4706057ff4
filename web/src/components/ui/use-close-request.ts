import {useEffect, useRef} from 'react';

let covers: typeof import('../../lib/history-covers.ts') | undefined;

async function loadCovers(): Promise<NonNullable<typeof covers>> {
  covers ??= await import('../../lib/history-covers.ts');
  return covers;
}

// The page may have been reloaded while something covered it.
if (window.history.state?.cover !== undefined) loadCovers().catch(() => undefined);

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
    const close = () => handler.current();
    // Without waiting, if possible, because people can go back right after.
    let end = covers?.coverPage(close);
    if (!end) {
      // Until the code is loaded, going back leaves the page.
      loadCovers()
        .then(({coverPage}) => {
          if (!isClosed) end = coverPage(close);
        })
        .catch(() => undefined);
    }
    return () => {
      isClosed = true;
      end?.();
    };
  }, [isOpen]);
}
