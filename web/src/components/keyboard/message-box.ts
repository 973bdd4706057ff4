import {byPosition, focusInView} from './message-focus.ts';

/**
 * The message box nearest to an element: the one in its panel, if there is one, or else the one on the page. Prepared
 * channels have hidden ones (views/conversation/prepared-channels.ts).
 */
function messageBox(near: Element | null): HTMLTextAreaElement | undefined {
  const find = (place: ParentNode | null | undefined) =>
    [...(place?.querySelectorAll<HTMLTextAreaElement>('textarea[data-message-box]') ?? [])].find((box) =>
      // The preview of a message hides only the box itself.
      box.parentElement!.checkVisibility(),
    );
  return find(near?.closest('aside')) ?? find(document);
}

/** Focuses the message box nearest to an element, if there is one. */
export function focusMessageBox(near: Element | null = document.activeElement): void {
  messageBox(near)?.focus();
}

/** The place whose message box gets the focus when it appears. */
let awaited = '';

/**
 * Focuses the message box of a channel or thread when the page shows it, also on a touch screen, where that opens the
 * keyboard. For actions by which a person asks to write there.
 */
export function focusMessageBoxOf(placeId: string): void {
  awaited = placeId;
}

/** Whether the message box that appears gets the focus because of {@link focusMessageBoxOf}. */
export function isAwaited(placeId: string): boolean {
  if (awaited !== placeId) return false;
  awaited = '';
  return true;
}

/** Focuses the latest message above a message box. Returns whether there is one. */
export function focusLatestMessage(box: Element): boolean {
  const panel = box.closest('aside');
  const posts = [...(panel ?? document).querySelectorAll<HTMLElement>('[data-scrolls] [data-post]')];
  const shown = posts.filter((post) => (panel !== null || !post.closest('aside')) && post.checkVisibility());
  const latest = byPosition(shown).at(-1);
  if (latest) focusInView(latest);
  return latest !== undefined;
}

/** Elements that handle typed characters themselves: fields, menus, lists and dialogs; and what is next to a search field. */
const HANDLES_TYPING =
  'search, input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="grid"], [role="dialog"], audio, video';

/** Moves the focus to the message box when the person starts to type anywhere else. */
export function followTyping(): () => void {
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  const {key, target, ctrlKey, metaKey, altKey} = event;
  const isCharacter = [...key].length === 1 && key !== ' ';
  if (!isCharacter || ctrlKey || metaKey || altKey || event.defaultPrevented || event.isComposing) return;
  if (!(target instanceof Element) || target.closest(HANDLES_TYPING)) return;
  // On a focused message, keys are actions (use-message-keys.ts).
  if (target.matches('[data-post]:focus-visible')) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
  // The browser inserts the character after this event, into the field that has the focus by then.
  focusMessageBox(target);
}
