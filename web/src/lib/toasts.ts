import {atom} from 'nanostores';

export interface Toast {
  id: number;
  kind: 'done' | 'error';
  text: string;
  action?: ToastAction | undefined;
}

/** A button of a toast, such as Undo. It also closes the toast. */
export interface ToastAction {
  label: string;
  /** What it is about, if toasts with this text can be about different things, such as two deleted drafts. */
  about?: string;
  run: () => Promise<void>;
}

/**
 * Our own instead of React Aria's (1.22.1). Theirs are always alerts, so a success would interrupt a screen reader;
 * their names still begin with UNSTABLE_; and they add 4.5 kB gzipped to the first script after signing in.
 */
export const $toasts = atom<readonly Toast[]>([]);
/** In milliseconds. A toast about a success disappears after this time. Errors stay until they are closed. */
const SHOWN_FOR = 5_000;
/** In milliseconds. A toast with a button is shown longer, because reaching the button takes time. */
const SHOWN_WITH_ACTION_FOR = 10_000;
let last = 0;
let isHeld = false;
/** The toasts whose time is over while they are held. */
const over = new Set<number>();

function show(kind: Toast['kind'], text: string, action?: ToastAction): void {
  const toast = {id: ++last, kind, text, action};
  const isSame = (one: Toast) => one.text === text && one.action?.about === action?.about;
  $toasts.set([...$toasts.get().filter((one) => !isSame(one)), toast]);
  if (kind === 'done') setTimeout(() => end(toast.id), action ? SHOWN_WITH_ACTION_FOR : SHOWN_FOR);
}

function end(id: number): void {
  if (isHeld) over.add(id);
  else closeToast(id);
}

/** Keeps all toasts until they are no longer held, because a person reads one or reaches for its button. */
export function holdToasts(hold: boolean): void {
  isHeld = hold;
  if (hold) return;
  for (const id of over) closeToast(id);
  over.clear();
}

/** Closes a toast. */
export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Briefly confirms an action whose effect isn't visible on the page. */
export function showSuccess(text: string, action?: ToastAction): void {
  show('done', text, action);
}

/** Reports an error that has no place on the page. */
export function showError(text: string, action?: ToastAction): void {
  show('error', text, action);
}
