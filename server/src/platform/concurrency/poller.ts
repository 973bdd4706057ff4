import {AsyncLocalStorage} from 'node:async_hooks';

/**
 * Runs `work` repeatedly while started: every `interval` milliseconds, and when `wake` is called. There is one
 * run at a time; if a run returns true, the next one follows immediately, because there may be more work.
 *
 * @param onError called with the error of a run that failed. The next run is the next attempt.
 */
export function createPoller({
  interval,
  work,
  onError,
}: {
  interval: number;
  work: () => Promise<boolean>;
  onError: (error: unknown) => void;
}) {
  // A request can call `wake`, but the work is not part of it: the end of the request would cancel its statements.
  const outsideOfRequests = AsyncLocalStorage.snapshot();
  let isStopped = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isRequested = false;

  async function run(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false;
      if (await work()) isRequested = true;
    }
  }

  /** Runs the work as soon as possible, unless stopped. */
  function wake(): void {
    if (isStopped) return;
    isRequested = true;
    running ??= outsideOfRequests(run)
      .catch(onError)
      .finally(() => {
        running = undefined;
        // `wake` was called after the last check.
        if (isRequested) wake();
      });
  }

  return {
    wake,
    start(): void {
      isStopped = false;
      timer = setInterval(wake, interval).unref();
      wake();
    },
    /** Starts no more runs, and waits for the one that is running. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
