/** How long to keep typed characters in milliseconds. If the field isn't there by then, it can't be loaded. */
const LONGEST_WAIT = 10_000;
let typed = '';
let before: Element | null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Call this when a key or a click opens something with a field. What the person types from then on, after the given
 * character, goes to that field, even if its code has to be loaded first.
 */
export function keepTyped(first = ''): void {
  // The button and the window that it opens may both call it.
  if (timer) return;
  typed = first;
  before = document.activeElement;
  timer = setTimeout(takeTyped, LONGEST_WAIT);
  window.addEventListener('keydown', keepKey, true);
  window.addEventListener('pointerdown', takeTyped, true);
  window.addEventListener('focusin', onFocus);
}

export type TypedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/** Whether a key types a character. */
export function isCharacter({key, ctrlKey, metaKey, altKey}: TypedKey): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}

function keepKey(event: KeyboardEvent): void {
  const {key} = event;
  // With these keys, the person does something else.
  if (key === 'Escape' || (typed === '' && /^(?:Tab|Enter|Arrow.+| )$/.test(key))) takeTyped();
  else if (isCharacter(event)) typed += key;
  else if (key === 'Backspace') typed = [...typed].slice(0, -1).join('');
  else if (key === 'Enter') typed += '\n';
  else return;
  if (!timer) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Until the next frame, a dialog can move the focus again. */
function onFocus(): void {
  requestAnimationFrame(insertTyped);
}

async function insertTyped(): Promise<void> {
  const field = document.activeElement as HTMLInputElement;
  const isText = field.matches(':read-write');
  if (!timer || field === before || !(isText || field.role === 'combobox')) return;
  const keys = takeTyped();
  const press = (key: string) =>
    field.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  if (isText) {
    const [text, enter] = keys.split('\n');
    if (text) document.execCommand('insertText', false, text);
    await undefined;
    if (enter !== undefined && press('Enter')) field.form?.requestSubmit();
  } else {
    // It finds options by their first characters, or opens a window with a field, which keeps the rest.
    for (const key of keys) {
      press(key === '\n' ? 'Enter' : key);
      // Renders before the next key.
      await undefined;
    }
  }
}

/** The text that was typed since `keepTyped`; Enter is a line break. From now on, the element with the focus gets what is typed. */
export function takeTyped(): string {
  clearTimeout(timer);
  timer = undefined;
  window.removeEventListener('keydown', keepKey, true);
  window.removeEventListener('pointerdown', takeTyped, true);
  window.removeEventListener('focusin', onFocus);
  const text = typed;
  typed = '';
  return text;
}
