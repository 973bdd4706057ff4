import {useSyncExternalStore} from 'react';
import {panelInAddress, usePanel} from '../panels/use-panel.ts';

/** In these windows, a page has no space for anything next to it. */
const NARROW = '(width < 48rem)';

/** In these windows, such as those of tablets, a page has space for either the sidebar or a side panel. */
const MEDIUM = '(width <= 64rem)';

const matches = (query: string): boolean => window.matchMedia(query).matches;

/** Follows changes of the window's size. */
function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matches(query),
  );
}

export const useIsNarrowWindow = (): boolean => useMatches(NARROW);

/** Whether teams and sidebar are in a drawer. */
export function hasDrawer(): boolean {
  return matches(NARROW) || (matches(MEDIUM) && panelInAddress() !== undefined);
}

export function useHasDrawer(): boolean {
  const isMedium = useMatches(MEDIUM);
  const hasPanel = usePanel() !== undefined;
  return useIsNarrowWindow() || (isMedium && hasPanel);
}
