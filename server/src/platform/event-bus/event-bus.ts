import {withoutCaller} from '../database/callers.ts';

/**
 * The events of the bus, by name. Features add their events by declaration merging:
 *
 *     declare module '…/platform/event-bus/event-bus.ts' {
 *       interface Events { 'user:changed': {userId: string} }
 *     }
 *
 * Payloads are plain JSON, because events may be sent to other processes.
 *
 * @public
 */
export interface Events {
  /** Events from other processes may have been missed, so clear all caches of database content. */
  'caches:stale': Record<string, never>;
}

type EventName = keyof Events;

export interface EventBus {
  /**
   * Publishes an event. Call it after the commit, never inside a transaction. Handlers run before it returns, in order of
   * subscription; if one throws, the error is reported and the others still run.
   */
  publish<Name extends EventName>(name: Name, payload: Events[Name]): void;
  /** Calls `handler` for every event with this name until the returned function is called. */
  subscribe<Name extends EventName>(name: Name, handler: (payload: Events[Name]) => void): () => void;
  /** Calls `listener` for every event that is published in this process, to forward it to other processes. */
  onPublish(listener: (name: EventName, payload: Events[EventName]) => void): () => void;
  /** Delivers an event from another process to the subscribers, but not to `onPublish`. */
  receive(name: string, payload: unknown): void;
}

/** @param onError called with errors that handlers throw */
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
      // Handlers must not be canceled with the request that caused the event.
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
