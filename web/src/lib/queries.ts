import {notifyManager, QueryClient, type QueryKey, QueryObserver} from '@tanstack/react-query';
import {atom, type ReadableAtom} from 'nanostores';
import {Refusal} from './server.ts';

// Updates immediately. Otherwise, a checked box would briefly appear unchecked.
notifyManager.setScheduler(queueMicrotask);

/** Cached server responses. Live events keep them up to date, so they never become stale by age. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Retrying doesn't help if the server rejected the request, but it does after a lost connection.
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
    },
  },
});

/**
 * The data of a query for all rows of a list, with a single observer. With a `useQuery` in each row, which has its own
 * observer, scrolling took a fifth more script time. This doesn't load anything: a component above has a `useQuery` with
 * the same key.
 */
export function readByQuery<T>(queryKey: QueryKey): ReadableAtom<T | undefined> {
  const $data = atom(queries.getQueryData<T>(queryKey));
  new QueryObserver<T>(queries, {queryKey, enabled: false}).subscribe(({data}) => $data.set(data));
  return $data;
}

/** Milliseconds between updates of a log that is shown. */
export const LOG_INTERVAL = 5_000;
