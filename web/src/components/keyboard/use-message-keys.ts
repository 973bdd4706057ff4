import {type RefObject, useEffect, useRef} from 'react';
import {isShortcut, SHORTCUTS} from './shortcuts.ts';

type MessageShortcut = keyof (typeof SHORTCUTS)['message'];
/** By the name of their shortcut. Those without one are ignored. */
type MessageActions = Readonly<Record<string, {run: () => void} | undefined>>;

/**
 * Runs the actions of a message by single keys while the message itself has visible focus. After a click its focus
 * isn't visible, and typing goes to the message box.
 */
export function useMessageKeys(inMessage: RefObject<HTMLElement | null>, actions: MessageActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const message = inMessage.current!.closest<HTMLElement>('[data-post]')!;
    const onKey = (event: KeyboardEvent) => {
      // The list may have another use for a key: Enter opens a found message.
      if (event.defaultPrevented || event.isComposing) return;
      if (event.target !== message || !message.matches(':focus-visible')) return;
      const names = Object.keys(SHORTCUTS.message) as MessageShortcut[];
      const name = names.find((one) => latest.current[one] && isShortcut(event, one));
      if (!name) return;
      event.preventDefault();
      latest.current[name]!.run();
    };
    message.addEventListener('keydown', onKey);
    return () => message.removeEventListener('keydown', onKey);
  }, [inMessage]);
}
