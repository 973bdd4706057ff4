import type {ClusterBus} from '../../platform/cluster/cluster.ts';

export type Progress = ReturnType<typeof createProgress>;

/** Tracks which events of the stream that all nodes share have been announced on this node. */
export function createProgress(bus: ClusterBus) {
  /** The offsets of events whose announcements are still being prepared. */
  const late = new Map<Promise<void>, number>();

  return {
    /** Runs `work`, which announces the current event later than the events that follow. It must not reject. */
    later(work: (offset: number) => Promise<void>): void {
      const offset = bus.offset();
      const done = work(offset).finally(() => late.delete(done));
      late.set(done, offset);
    },

    /** The offsets of events that have not been announced yet. */
    unannounced: (): number[] => [...late.values()],

    /** Waits until all events up to `offset` are announced. Returns false if that takes more than `timeout` milliseconds. */
    async reached(offset: number, timeout: number): Promise<boolean> {
      if (bus.offset() >= offset && late.size === 0) return true;
      const passed = Promise.withResolvers<void>();
      const expired = Promise.withResolvers<false>();
      const timer = setTimeout(() => expired.resolve(false), timeout);
      const stop = bus.follow((message) => {
        if (message.offset >= offset) passed.resolve();
      });
      if (bus.offset() >= offset) passed.resolve();

      async function catchUp(): Promise<true> {
        await passed.promise;
        await Promise.all([...late].filter(([, of]) => of <= offset).map(([done]) => done));
        return true;
      }
      try {
        return await Promise.race([catchUp(), expired.promise]);
      } finally {
        clearTimeout(timer);
        stop();
      }
    },
  };
}
