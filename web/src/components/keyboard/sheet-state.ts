import {atom} from 'nanostores';

/** Whether the sheet of keyboard shortcuts is open. */
export const $sheetOpen = atom(false);

export function openSheet(): void {
  $sheetOpen.set(true);
}
