/** Whose work it is, and what it is done with. */
export interface WorkKeys {
  owner: string;
  resource: string;
}

interface Task {
  resource: string;
  start: () => void;
}

/**
 * Runs work, so much of it at a time that nobody can take all of it: one owner holds `perOwner` of the `slots`, one
 * resource `perResource`. Owners whose work waits take turns, so what one of them queues delays the others by one piece.
 *
 * @param maxWaiting pieces of work of one owner that may wait
 */
export function createFairQueue({
  slots,
  perOwner,
  perResource,
  maxWaiting,
}: {
  slots: number;
  perOwner: number;
  perResource: number;
  maxWaiting: number;
}) {
  /** By owner; who was served last is the last. */
  const waiting = new Map<string, Task[]>();
  const ofOwner = new Map<string, number>();
  const ofResource = new Map<string, number>();
  let running = 0;

  function startWhatFits(): void {
    while (running < slots) {
      const start = takeNext();
      if (!start) return;
      start();
    }
  }

  function takeNext(): (() => void) | undefined {
    for (const [owner, tasks] of waiting) {
      if ((ofOwner.get(owner) ?? 0) >= perOwner) continue;
      const index = tasks.findIndex(({resource}) => (ofResource.get(resource) ?? 0) < perResource);
      if (index === -1) continue;
      const [{resource, start}] = tasks.splice(index, 1) as [Task];
      waiting.delete(owner);
      if (tasks.length > 0) waiting.set(owner, tasks);
      running++;
      count(ofOwner, owner, 1);
      count(ofResource, resource, 1);
      return start;
    }
    return undefined;
  }

  return {
    /** Does the work in its turn. Undefined, and nothing is done, if too much of the owner's work waits already. */
    run<Result>({owner, resource}: WorkKeys, work: () => Promise<Result>): Promise<Result> | undefined {
      const tasks = waiting.get(owner) ?? [];
      if (tasks.length >= maxWaiting) return undefined;
      waiting.set(owner, tasks);
      const turn = new Promise<void>((start) => tasks.push({resource, start}));
      const done = turn.then(work).finally(() => {
        running--;
        count(ofOwner, owner, -1);
        count(ofResource, resource, -1);
        startWhatFits();
      });
      startWhatFits();
      return done;
    },
  };
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
