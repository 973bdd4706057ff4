/**
 * Returns a function that runs at most `limit` pieces of work at the same time and queues the rest. It bounds the memory
 * and threads that work such as image processing uses.
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
      // Hand the slot over directly, so that a new call cannot take it first.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
