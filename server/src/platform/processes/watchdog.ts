import {Worker} from 'node:worker_threads';

/** Ends this process, also while it is busy. */
export interface Watchdog {
  /** Runs `work`, and kills this process if it takes longer. One at a time. */
  guard<Result>(maxMillis: number, work: () => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/**
 * Starts a thread that kills this process when it uses more than `maxBytes` of memory, or when a guarded task takes too
 * long. V8's own limit covers only objects. For worker processes that handle untrusted content.
 */
export function startWatchdog({maxBytes}: {maxBytes: number}): Watchdog {
  const deadline = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: {maxBytes, deadline} satisfies WatchdogData,
    resourceLimits: {maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2},
  });
  thread.unref();
  return {
    async guard(maxMillis, work) {
      Atomics.store(deadline, 0, BigInt(Date.now() + maxMillis));
      try {
        return await work();
      } finally {
        Atomics.store(deadline, 0, 0n);
      }
    },
    async end() {
      await thread.terminate();
    },
  };
}

/** The input of the thread. */
export interface WatchdogData {
  maxBytes: number;
  /** Milliseconds since the epoch; 0 for none. */
  deadline: BigInt64Array;
}
