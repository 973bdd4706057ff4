import {keepFocus} from './keep-focus.ts';
import {followPageKeys} from './page-keys.ts';
import {followSectionKeys, moveBetweenSections} from './page-sections.ts';

/** Starts what only people with a keyboard need, after the first key press. `pressedAt` is where the page was then. */
export function onFirstKey(event: KeyboardEvent, pressedAt: string): void {
  keepFocus(pressedAt);
  followPageKeys();
  followSectionKeys();
  moveBetweenSections(event);
}
