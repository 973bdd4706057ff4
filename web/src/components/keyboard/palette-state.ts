import {atom} from 'nanostores';

/** Whether the palette is open. It finds channels, people, commands and pages. */
export const $paletteOpen = atom(false);

export function openPalette(): void {
  $paletteOpen.set(true);
}
