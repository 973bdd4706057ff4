/** Who the work belongs to, and which resource it uses. */
export interface WorkKeys {
  owner: string;
  resource: string;
}

interface Task {
  resource: string;
  start: () => void;
}

/**
 * Runs work with limited concurrency. One owner can use at most `perOwner` of the `slots`, and one resource at most
 * `perResource`. Owners with queued work take turns, so a busy owner delays the others by one piece of work.
 *
 * @param maxWaiting how many pieces of work one owner can queue
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
  /** Queued tasks by owner; the owner served last comes last. */
  const waiting = new Map<string, Task[]>();
  const ofOwner = new Map<string, number>();
  const ofResource = new Map<string, number>();
  let running = 0;

  function startNext(): void {
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
    /** Queues the work. Returns undefined without running it if the owner's queue is full. */
    run<Result>({owner, resource}: WorkKeys, work: () => Promise<Result>): Promise<Result> | undefined {
      const tasks = waiting.get(owner) ?? [];
      if (tasks.length >= maxWaiting) return undefined;
      waiting.set(owner, tasks);
      const turn = new Promise<void>((start) => tasks.push({resource, start}));
      const done = turn.then(work).finally(() => {
        running--;
        count(ofOwner, owner, -1);
        count(ofResource, resource, -1);
        startNext();
      });
      startNext();
      return done;
    },
  };
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
