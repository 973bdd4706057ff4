/** The changes of values, by key, that happened while the values were being loaded. */
export interface ChangesDuringLoad<T extends object> {
  /** Records a change, in case the value is being loaded. */
  record(key: string, change: Partial<T>): void;
  /**
   * Loads values. Returns the response together with the changes until it arrived. It may be older than those, so the
   * caller applies them.
   */
  load<R>(read: () => Promise<R>): Promise<[R, ReadonlyMap<string, Partial<T>>]>;
}

/** For values that are not in a query. Those in a query have `changeQueryData`. */
export function changesDuringLoad<T extends object>(): ChangesDuringLoad<T> {
  const loads = new Set<Map<string, Partial<T>>>();
  return {
    record(key, change) {
      for (const changes of loads) changes.set(key, {...changes.get(key), ...change});
    },
    async load(read) {
      const changes = new Map<string, Partial<T>>();
      loads.add(changes);
      try {
        return [await read(), changes];
      } finally {
        loads.delete(changes);
      }
    },
  };
}
