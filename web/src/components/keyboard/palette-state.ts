import {atom} from 'nanostores';
import {keepTyped} from '../ui/typed-ahead.ts';

/** Whether the palette is open. It finds channels, people, commands and pages. */
export const $paletteOpen = atom(false);

/** Opens the palette. */
export function openPalette(): void {
  keepTyped();
  $paletteOpen.set(true);
}
