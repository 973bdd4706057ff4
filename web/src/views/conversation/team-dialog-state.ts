import {atom} from 'nanostores';
import type {ReactNode} from 'react';

/**
 * The open dialog about the team or its channels. `openTeamDialog` sets it, whose code is loaded with the menus that open
 * a dialog: the dialog has to be there when the menu closes, because it takes the focus from it.
 */
export const $teamDialog = atom<ReactNode>(null);

export function closeTeamDialog(): void {
  $teamDialog.set(null);
}
