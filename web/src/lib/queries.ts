import {notifyManager, QueryClient, type QueryKey, QueryObserver} from '@tanstack/react-query';
import {atom, type ReadableAtom} from 'nanostores';
import {Refusal} from './server.ts';

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

/**
 * What a query has read, for what every row of a list looks at: one observer for all of them. With a `useQuery` in each
 * row, which keeps an observer of its own, scrolling took a fifth more script time. This asks the server for nothing: a
 * `useQuery` of the same key stands above.
 */
export function readByQuery<T>(queryKey: QueryKey): ReadableAtom<T | undefined> {
  const $data = atom(queries.getQueryData<T>(queryKey));
  new QueryObserver<T>(queries, {queryKey, enabled: false}).subscribe(({data}) => $data.set(data));
  return $data;
}

/** Milliseconds after which an open log is read again. */
export const LOG_INTERVAL = 5_000;
