import {atom} from 'nanostores';
import {hasDrawer} from './narrow-window.ts';

const HIDDEN = 'patchbay.sidebar-hidden';

/** Whether the drawer with teams and sidebar is open, if they are in one. */
export const $drawerOpen = atom(false);

/** Whether the person has hidden the sidebar of teams, on this device. It is never hidden in the drawer. */
export const $sidebarHidden = atom(localStorage.getItem(HIDDEN) !== null);

/** Opens or closes the drawer. If there is none, hides or shows the sidebar. */
export function toggleSidebar(): void {
  if (hasDrawer()) {
    $drawerOpen.set(!$drawerOpen.get());
    return;
  }
  const isHidden = !$sidebarHidden.get();
  if (isHidden) localStorage.setItem(HIDDEN, '');
  else localStorage.removeItem(HIDDEN);
  $sidebarHidden.set(isHidden);
}
