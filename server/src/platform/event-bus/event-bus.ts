import {withoutCaller} from '../database/callers.ts';

/**
 * What is announced on the bus, by name. Features add their events by declaration merging:
 *
 *     declare module '…/platform/event-bus/event-bus.ts' {
 *       interface Events { 'user:changed': {userId: string} }
 *     }
 *
 * Payloads are plain JSON: an event may cross to another process.
 *
 * @public
 */
export interface Events {
  /** Events from other processes may have been missed: whatever was cached of the database is to be read anew. */
  'caches:stale': Record<string, never>;
}

type EventName = keyof Events;

export interface EventBus {
  /**
   * Announces that something has happened. Call it after the commit, never inside a transaction. Handlers run
   * before it returns, in order of subscription; one that throws is reported and does not stop the others.
   */
  publish<Name extends EventName>(name: Name, payload: Events[Name]): void;
  /** Calls `handler` for every event of that name until the returned function is called. */
  subscribe<Name extends EventName>(name: Name, handler: (payload: Events[Name]) => void): () => void;
  /** Hears every event that was published in this process; for carrying them to other processes. */
  onPublish(listener: (name: EventName, payload: Events[EventName]) => void): () => void;
  /** Gives an event from another process to this one's subscribers, without telling `onPublish`. */
  receive(name: string, payload: unknown): void;
}

/** @param onError hears what a handler threw. */
export function createEventBus(onError: (error: unknown, event: string) => void): EventBus {
  const handlers = new Map<string, Set<(payload: never) => void>>();
  const listeners = new Set<(name: EventName, payload: Events[EventName]) => void>();

  function deliver(name: string, payload: unknown): void {
    for (const handler of handlers.get(name) ?? []) {
      try {
        handler(payload as never);
      } catch (error) {
        onError(error, name);
      }
    }
  }

  return {
    publish(name, payload) {
      // What follows from an event concerns others than the one whose request has caused it.
      withoutCaller(() => {
        deliver(name, payload);
        for (const listener of listeners) listener(name, payload);
      });
    },
    subscribe(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(handler));
      return () => set.delete(handler);
    },
    onPublish(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: deliver,
  };
}
