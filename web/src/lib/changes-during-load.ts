/**
 * When the event that is being applied had happened at the latest, in milliseconds since 1970. NaN for a new event, and
 * for what the person does.
 */
let happenedBy = Number.NaN;

/**
 * Applies an event of the server that had happened by that time. After connecting, the page gets events that can be
 * older than the data it has loaded: they must not change such data (`isIncluded`).
 */
export function applyEvent(by: number, apply: () => void): void {
  happenedBy = by;
  try {
    apply();
  } finally {
    happenedBy = Number.NaN;
  }
}

/** Whether the response to a request includes the event that is being applied, because it was sent after the event. */
export function isIncluded(requestedAt = Number.NaN): boolean {
  return happenedBy < requestedAt;
}

/** The changes of values, by key, that happened while the values were being loaded. */
export interface ChangesDuringLoad<T extends object> {
  /** Records a change, in case the value is being loaded. Returns false if the loaded values already include it. */
  record(key: string, change: Partial<T>): boolean;
  /**
   * Loads values. Returns the response together with the changes until it arrived. It may be older than those, so the
   * caller applies them.
   */
  load<R>(read: () => Promise<R>): Promise<[R, ReadonlyMap<string, Partial<T>>]>;
}

/** For values that are not in a query. Those in a query have `changeQueryData`. */
export function changesDuringLoad<T extends object>(): ChangesDuringLoad<T> {
  /** The changes during each load, with the time of its request. */
  const loads = new Map<Map<string, Partial<T>>, number>();
  /** When values were requested first. */
  let requestedAt: number | undefined;
  return {
    record(key, change) {
      for (const [changes, at] of loads) {
        if (!isIncluded(at)) changes.set(key, {...changes.get(key), ...change});
      }
      return !isIncluded(requestedAt);
    },
    async load(read) {
      const changes = new Map<string, Partial<T>>();
      const now = Date.now();
      loads.set(changes, now);
      try {
        const response = await read();
        requestedAt ??= now;
        return [response, changes];
      } finally {
        loads.delete(changes);
      }
    },
  };
}
