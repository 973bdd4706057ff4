import {type FocusEvent, useEffect, useRef} from 'react';

/**
 * For a page with a panel beside it: whoever closes the panel goes on where the focus was before, at a message or at what
 * opened the panel. Returns what the page has to call when the focus moves in it.
 */
export function useFocusBack(isOpen: boolean): (event: FocusEvent) => void {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body) last.current?.focus({preventScroll: true});
  }, [isOpen]);
  return ({target}) => {
    // What can be done with a message goes with the focus, the message stays.
    last.current = target.closest<HTMLElement>('[data-post]') ?? (target as HTMLElement);
  };
}
