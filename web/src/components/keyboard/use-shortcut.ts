import {type RefObject, useEffect, useRef} from 'react';
import {isShortcut, type ShortcutName} from './shortcuts.ts';

/** Calls `act` when a shortcut is pressed anywhere on the page, except while a dialog covers it. */
export function useShortcut(name: ShortcutName, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isShortcut(event, name)) return;
      event.preventDefault();
      if (!isCovered()) latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [name]);
}

/** A ref for a link that a shortcut follows. */
export function useLinkShortcut(name: ShortcutName): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useShortcut(name, () => {
    if (!link.current!.hasAttribute('aria-current')) leaveField();
    link.current!.click();
  });
  return link;
}

/** Takes the focus from the message box, as a click elsewhere does, so that the panel or page that opens gets it. */
export function leaveField(): void {
  (document.activeElement as HTMLElement | null)?.blur();
}

/** Whether a dialog covers the page. The rest of the page is hidden from screen readers then. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
