import {useCallback, useSyncExternalStore} from 'react';

/** One value outside React, which components can follow. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Many values by key, each of which is followed by itself: a changed post draws one row anew, not the list. */
export interface KeyedStore<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  /** Changes what is there; does nothing for a key that is not. */
  change(key: string, change: (value: T) => T): void;
  delete(key: string): void;
  clear(): void;
  keys(): IterableIterator<string>;
  subscribe(key: string, listener: () => void): () => void;
}

export function createKeyedStore<T>(): KeyedStore<T> {
  const values = new Map<string, T>();
  const listeners = new Map<string, Set<() => void>>();
  const notify = (key: string) => {
    for (const listener of [...(listeners.get(key) ?? [])]) listener();
  };
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (Object.is(values.get(key), value)) return;
      values.set(key, value);
      notify(key);
    },
    change(key, change) {
      const value = values.get(key);
      if (value !== undefined) this.set(key, change(value));
    },
    delete(key) {
      if (values.delete(key)) notify(key);
    },
    clear() {
      const keys = [...values.keys()];
      values.clear();
      for (const key of keys) notify(key);
    },
    keys: () => values.keys(),
    subscribe(key, listener) {
      const followers = listeners.get(key) ?? new Set();
      listeners.set(key, followers.add(listener));
      return () => {
        followers.delete(listener);
        if (followers.size === 0) listeners.delete(key);
      };
    },
  };
}

export function useKeyed<T>(store: KeyedStore<T>, key: string): T | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => store.get(key));
}
