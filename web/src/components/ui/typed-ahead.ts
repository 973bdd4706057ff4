/** How long to keep typed characters in milliseconds. If the field isn't there by then, it can't be loaded. */
const LONGEST_WAIT = 3_000;
let typed = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the characters that the person types, after the given one, until the field for them has the focus. */
export function keepTyped(first = ''): void {
  stopKeeping();
  typed = first;
  window.addEventListener('keydown', keepCharacter, true);
  timer = setTimeout(stopKeeping, LONGEST_WAIT);
}

export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/** Whether a key types a character. */
export function isCharacter({key, ctrlKey, metaKey, altKey}: TypedKey): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}

function keepCharacter(event: KeyboardEvent): void {
  if (!isCharacter(event)) return;
  event.preventDefault();
  event.stopPropagation();
  typed += event.key;
}

function stopKeeping(): void {
  clearTimeout(timer);
  window.removeEventListener('keydown', keepCharacter, true);
}

/** The text that was typed before the field had the focus. From now on, the field gets what is typed. */
export function takeTyped(): string {
  stopKeeping();
  const text = typed;
  typed = '';
  return text;
}
