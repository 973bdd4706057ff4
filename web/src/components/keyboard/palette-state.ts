import {atom} from 'nanostores';
import {keepTyped} from '../ui/typed-ahead.ts';

/** Whether the palette is open. It finds channels, people, commands and pages. */
export const $paletteOpen = atom(false);

/** Opens the palette. Until its field has the focus, what the person types is kept. */
export function openPalette(): void {
  keepTyped();
  $paletteOpen.set(true);
}
