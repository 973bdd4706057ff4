/**
 * A function that runs work, at most so much of it at the same time; the rest waits its turn. Each image takes
 * memory and a thread while it is worked on, whoever asked for it.
 */
export function limitConcurrency(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resume) => waiting.push(resume));
    else running++;
    try {
      return await work();
    } finally {
      // A turn passes on directly, so that nobody can come between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
