/** The last thing of this tab that an integration may answer with a dialog: one dialog opens in one tab. */
let lastTrigger = '';
const listeners = new Set<() => void>();

/** Notes that a command, a button or a menu has reached an integration. */
export function rememberTrigger(triggerId: string | undefined): void {
  if (!triggerId) return;
  lastTrigger = triggerId;
  for (const listener of [...listeners]) listener();
}

/** Whether a dialog that was opened with this trigger belongs to this tab. */
export function isOwnTrigger(triggerId: string): boolean {
  return triggerId !== '' && triggerId === lastTrigger;
}

/** Calls `listener` whenever there is a new trigger: the dialog may have come before the answer to the call. */
export function onTrigger(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
