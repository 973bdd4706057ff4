import {atom} from 'nanostores';

/** Whether the palette is open. It finds channels, people, commands and pages. */
export const $paletteOpen = atom(false);

/** How long to keep typed characters in milliseconds. If the palette isn't there by then, it can't be loaded. */
const LONGEST_WAIT = 3_000;
let typed = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens the palette. Until its field has the focus, what the person types is kept. */
export function openPalette(): void {
  stopKeeping();
  typed = '';
  window.addEventListener('keydown', keepCharacter, true);
  timer = setTimeout(stopKeeping, LONGEST_WAIT);
  $paletteOpen.set(true);
}

function keepCharacter(event: KeyboardEvent): void {
  if ([...event.key].length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  typed += event.key;
}

function stopKeeping(): void {
  clearTimeout(timer);
  window.removeEventListener('keydown', keepCharacter, true);
}

/** The text that was typed before the field of the palette had the focus. From now on, the field gets what is typed. */
export function takeTyped(): string {
  stopKeeping();
  return typed;
}
