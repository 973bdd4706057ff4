import {atom} from 'nanostores';

export interface Toast {
  id: number;
  kind: 'done' | 'error';
  text: string;
}

/**
 * Ours, and not the toasts of React Aria (1.22.1): all of theirs are alerts, so good news would interrupt what a screen
 * reader is saying; their names still begin with UNSTABLE_; and they add 4.5 kB gzipped to what is loaded first behind
 * the sign-in.
 */
export const $toasts = atom<readonly Toast[]>([]);
/** Milliseconds that good news stays; bad news stays until it is closed. */
const SHOWN_FOR = 5_000;
let last = 0;

function show(kind: Toast['kind'], text: string): void {
  const toast = {id: ++last, kind, text};
  $toasts.set([...$toasts.get().filter((one) => one.text !== text), toast]);
  if (kind === 'done') setTimeout(() => closeToast(toast.id), SHOWN_FOR);
}

/** Takes a toast off the page. */
export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Says for a moment that something was done, where the page itself does not show it. */
export function tellDone(text: string): void {
  show('done', text);
}

/** Says that something went wrong that has no place of its own on the page. */
export function tellError(text: string): void {
  show('error', text);
}
