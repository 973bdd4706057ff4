import {atom} from 'nanostores';
import {isChoiceStored, storeChoice} from '../../lib/stored-choices.ts';
import {$sidebar, hasDrawer, type Sidebar} from './narrow-window.ts';

/** Where the browser remembers that people hid a sidebar: that of a team, or the lists of sections. */
const HIDDEN: Record<Sidebar, string> = {
  team: 'patchbay.sidebar-hidden',
  sections: 'patchbay.sections-hidden',
  administration: 'patchbay.sections-hidden',
};

/** Whether the drawer with teams and sidebar is open, if they are in one. */
export const $drawerOpen = atom(false);

const storedAtom = (key: string) => atom(isChoiceStored(key));

const $sectionsHidden = storedAtom(HIDDEN.sections);

/** Whether the person has hidden these sidebars, on this device. They are never hidden in the drawer. */
export const $sidebarHidden = {
  team: storedAtom(HIDDEN.team),
  sections: $sectionsHidden,
  administration: $sectionsHidden,
};

/** Opens or closes the drawer. If there is none, hides or shows the sidebar. */
export function toggleSidebar(): void {
  if (hasDrawer()) {
    $drawerOpen.set(!$drawerOpen.get());
    return;
  }
  const sidebar = $sidebar.get();
  if (!sidebar) return;
  const isHidden = !$sidebarHidden[sidebar].get();
  storeChoice(HIDDEN[sidebar], isHidden);
  $sidebarHidden[sidebar].set(isHidden);
}

const UNREADS_ONLY = 'patchbay.unreads-only';

/** Whether the sidebar of a team shows only unread channels, on this device. */
export const $unreadsOnly = storedAtom(UNREADS_ONLY);

export function toggleUnreadsOnly(): void {
  const isOn = !$unreadsOnly.get();
  storeChoice(UNREADS_ONLY, isOn);
  $unreadsOnly.set(isOn);
}
