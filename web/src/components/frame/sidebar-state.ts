import {atom} from 'nanostores';
import {isChoiceStored, storeChoice} from '../../lib/stored-choices.ts';
import {hasDrawer} from './narrow-window.ts';

/** The sidebars that people can hide, each on its own, and where the browser remembers it. */
const HIDDEN = {team: 'patchbay.sidebar-hidden', sections: 'patchbay.sections-hidden'};

/** The sidebar of a team, or the list of sections of pages such as Administration. */
export type Sidebar = keyof typeof HIDDEN;

/** Whether the drawer with teams and sidebar is open, if they are in one. */
export const $drawerOpen = atom(false);

const storedAtom = (key: string) => atom(isChoiceStored(key));

/** Whether the person has hidden these sidebars, on this device. They are never hidden in the drawer. */
export const $sidebarHidden = {team: storedAtom(HIDDEN.team), sections: storedAtom(HIDDEN.sections)};

/** The sidebar on the page, if people can hide it. */
export const $sidebar = atom<Sidebar | undefined>();

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
