import type {ClusterBus} from '../../platform/cluster/cluster.ts';

export type Progress = ReturnType<typeof createProgress>;

/** Follows how far this node's announcements are in the order of events that all nodes share. */
export function createProgress(bus: ClusterBus) {
  /** Announcements that are being prepared, and the offsets of their events. */
  const late = new Map<Promise<void>, number>();

  return {
    /** Runs `work`, which announces the current event later than others. It must not reject. */
    later(work: (offset: number) => Promise<void>): void {
      const offset = bus.offset();
      const done = work(offset).finally(() => late.delete(done));
      late.set(done, offset);
    },

    /** The offsets of the events that are announced later. */
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
