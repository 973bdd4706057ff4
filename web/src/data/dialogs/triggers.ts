/** How many triggers are remembered: an integration answers one within a minute or not at all. */
const MOST = 20;

/** The things of this tab that an integration may answer with a dialog, so that one dialog opens in one tab. */
const triggers = new Set<string>();
const listeners = new Set<() => void>();

/** Notes that a command, a button or a menu has reached an integration. */
export function rememberTrigger(triggerId: string | undefined): void {
  if (!triggerId) return;
  triggers.add(triggerId);
  if (triggers.size > MOST) triggers.delete(triggers.values().next().value!);
  for (const listener of [...listeners]) listener();
}

/** Whether a dialog that was opened with this trigger belongs to this tab. */
export function isOwnTrigger(triggerId: string): boolean {
  return triggers.has(triggerId);
}

/** Calls `listener` whenever there is a new trigger: the dialog may have come before the answer to the call. */
export function onTrigger(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
