import {useSyncExternalStore} from 'react';

/** In these windows, teams and sidebar are a drawer (frame.module.css). */
const NARROW = '(width < 48rem)';

export const isNarrowWindow = (): boolean => window.matchMedia(NARROW).matches;

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the sidebar is hidden in a drawer. Also follows changes of the window's size. */
export const useIsNarrowWindow = (): boolean => useSyncExternalStore(subscribe, isNarrowWindow);
