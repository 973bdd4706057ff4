/**
 * Returns a function that runs `work`, one run at a time. A call gets the result of a run that started after the call:
 * all calls during a run share the next one.
 */
export function shareNextCall<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  function start(): Promise<Result> {
    const started = work().finally(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  }

  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
