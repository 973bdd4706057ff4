import {keepFocus} from './keep-focus.ts';
import {followPageKeys} from './page-keys.ts';

/** Starts what only people with a keyboard need, after the first key press. `pressedAt` is where the page was then. */
export function onFirstKey(pressedAt: string): void {
  keepFocus(pressedAt);
  followPageKeys();
}
