import {useSyncExternalStore} from 'react';

/** Whether the person is probably looking at the page: it is visible, and its window has the focus. */
export function isPageActive(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Calls `listener` when that may have changed. Returns a function that ends this. */
export function followPageActivity(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Whether the person is probably looking at the page (`isPageActive`), now and whenever that changes. */
export function useIsPageActive(): boolean {
  return useSyncExternalStore(followPageActivity, isPageActive);
}
