import {atom} from 'nanostores';
import {isNarrowWindow} from './narrow-window.ts';

const HIDDEN = 'patchbay.sidebar-hidden';

/** Whether the drawer with teams and sidebar is open, in narrow windows. */
export const $drawerOpen = atom(false);

/** Whether the person has hidden the sidebar of teams, on this device. In narrow windows, it is in the drawer anyway. */
export const $sidebarHidden = atom(localStorage.getItem(HIDDEN) !== null);

/** Opens or closes the drawer in narrow windows. In others, hides or shows the sidebar. */
export function toggleSidebar(): void {
  if (isNarrowWindow()) {
    $drawerOpen.set(!$drawerOpen.get());
    return;
  }
  const isHidden = !$sidebarHidden.get();
  if (isHidden) localStorage.setItem(HIDDEN, '');
  else localStorage.removeItem(HIDDEN);
  $sidebarHidden.set(isHidden);
}
