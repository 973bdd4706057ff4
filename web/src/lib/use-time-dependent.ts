import {useSyncExternalStore} from 'react';

/** In milliseconds. How often values that depend on the time are updated. */
const TICK = 10_000;

const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function follow(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= setInterval(() => {
    for (const one of [...listeners]) one();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/** The result of `read` for the current time. The component renders again when the result changes. */
export function useTimeDependent(read: () => string): string {
  return useSyncExternalStore(follow, read);
}
