import {hashKey, notifyManager, QueryClient, type QueryKey} from '@tanstack/react-query';
import {Refusal} from './server.ts';
import type {Store} from './store.ts';

// Before anything else can be seen or clicked: a box that was checked would else be drawn unchecked in between.
notifyManager.setScheduler(queueMicrotask);

/** What pages have read of the server. Live events keep it fresh, so that nothing goes stale by age alone. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A refusal stays one however often it is asked; a lost connection may come back.
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
    },
  },
});

const followers = new Map<string, Set<() => void>>();
queries.getQueryCache().subscribe(({query, type}) => {
  if (type !== 'updated' && type !== 'added' && type !== 'removed') return;
  for (const listener of [...(followers.get(query.queryHash) ?? [])]) listener();
});

/**
 * What is read under a key, to be followed by many. It costs next to nothing, where each `useQuery` keeps an observer
 * of its own; but it reads nothing: a query of that key has to stand above.
 */
export function cached<T>(queryKey: QueryKey): Pick<Store<T | undefined>, 'get' | 'subscribe'> {
  const hash = hashKey(queryKey);
  return {
    get: () => queries.getQueryCache().get<T>(hash)?.state.data,
    subscribe(listener) {
      const others = followers.get(hash) ?? new Set();
      followers.set(hash, others.add(listener));
      return () => others.delete(listener);
    },
  };
}
