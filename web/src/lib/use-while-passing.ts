import {useSyncExternalStore} from 'react';

/** How often what depends on the time of day is looked at, in milliseconds. */
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

/** What `read` makes of the time that it is now; whoever shows it is drawn anew when that has become something else. */
export function useWhilePassing(read: () => string): string {
  return useSyncExternalStore(follow, read);
}
