import {useLayoutEffect, useRef, useState} from 'react';
import {useLocation} from 'react-router';

/** By the key of an entry in the history, and a name. */
const values = new Map<string, unknown>();

/**
 * State that is still there when the person goes back to this entry of the history, after a panel that covers the page
 * was closed for a message. A panel that is opened again starts with the initial value.
 */
export function useHistoryState<T>(name: string, initial: T): [T, (value: T) => void] {
  const entry = `${useLocation().key} ${name}`;
  const [value, setValue] = useState(() => (values.has(entry) ? (values.get(entry) as T) : initial));
  useLayoutEffect(() => {
    values.set(entry, value);
  }, [entry, value]);
  return [value, setValue];
}

/** Remembers which message the list in this entry of the history led to. The router stores the key of the entry. */
export function rememberOpened(postId: string): void {
  values.set(`${window.history.state?.key ?? 'default'} opened`, postId);
}

/** The message that the list in this entry of the history led to before the person went back to it. */
export function useOpenedBefore(): string | undefined {
  return values.get(`${useLocation().key} opened`) as string | undefined;
}

/** Restores the scroll position of a panel when the person goes back to this entry of the history. */
export function useHistoryScroll(area: {readonly current: HTMLElement | null}): void {
  const entry = `${useLocation().key} scroll`;
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    const element = area.current!;
    // Not at the end, when React has already removed what is above the area, which is larger then.
    const save = () => values.set(entry, element.scrollTop);
    // A panel that stays open next to the channel keeps its position.
    if (isRestored.current) save();
    else element.scrollTop = (values.get(entry) as number | undefined) ?? 0;
    isRestored.current = true;
    element.addEventListener('scroll', save, {passive: true});
    return () => element.removeEventListener('scroll', save);
  }, [area, entry]);
}
