import {atom} from 'nanostores';
import {useSyncExternalStore} from 'react';
import {panelInAddress, usePanel} from '../panels/use-panel.ts';

/** In these windows, a page has no space for anything next to it. */
const NARROW = '(width < 48rem)';

/** In these windows, such as those of tablets, a page has space for either the sidebar or a side panel. */
const MEDIUM = '(width <= 64rem)';

/** In these windows, the tables of Administration have no space next to its list of pages. */
const NARROW_FOR_TABLES = '(width < 60rem)';

/** The sidebar of a team, or the list of sections: of Administration, or of pages such as the settings. */
export type Sidebar = 'team' | 'sections' | 'administration';

/** The sidebar on the page, if people can hide it. */
export const $sidebar = atom<Sidebar | undefined>();

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
  return (
    matches(NARROW) ||
    (matches(MEDIUM) && panelInAddress() !== undefined) ||
    (matches(NARROW_FOR_TABLES) && $sidebar.get() === 'administration')
  );
}

export function useHasDrawer(sidebar: Sidebar | undefined): boolean {
  const isMedium = useMatches(MEDIUM);
  const hasPanel = usePanel() !== undefined;
  const isNarrowForTables = useMatches(NARROW_FOR_TABLES);
  return useIsNarrowWindow() || (isMedium && hasPanel) || (isNarrowForTables && sidebar === 'administration');
}
