/** The maximum number of remembered triggers. An integration has one minute to respond to each. */
const MAX_TRIGGERS = 20;

/** Triggers of this tab that an integration can respond to with a dialog. The dialog then opens only in this tab. */
const triggers = new Set<string>();
const listeners = new Set<() => void>();

/** Records that a command, button or menu of this tab called an integration. */
export function rememberTrigger(triggerId: string | undefined): void {
  if (!triggerId) return;
  triggers.add(triggerId);
  if (triggers.size > MAX_TRIGGERS) triggers.delete(triggers.values().next().value!);
  for (const listener of [...listeners]) listener();
}

/** Whether a dialog with this trigger belongs to this tab. */
export function isOwnTrigger(triggerId: string): boolean {
  return triggers.has(triggerId);
}

/** Calls `listener` for each new trigger, because the dialog may arrive before the response to the call. */
export function onTrigger(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
