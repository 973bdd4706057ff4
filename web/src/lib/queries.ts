import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';
import {atom, type ReadableAtom} from 'nanostores';
import {Refusal} from './server.ts';

// Update immediately. Otherwise, a checked box would briefly appear unchecked.
notifyManager.setScheduler(queueMicrotask);

/**
 * Loads a query again even if it is loading for the first time. The response under way may be older than the change,
 * but `QueryClient` starts a second request only for a query that already has data.
 */
class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter(({state}) => state.data === undefined && state.fetchStatus === 'fetching');
    await super.invalidateQueries(filters, options);
    if (loading.length === 0) return;
    await Promise.allSettled(loading.map(({promise}) => promise));
    await super.invalidateQueries({...filters, predicate: (query) => loading.includes(query)}, options);
  }
}

/** Cached server responses. Live events keep them up to date, so they don't become stale with age. */
export const queries = new Queries({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Retrying helps after a lost connection, but not if the server rejected the request.
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
    },
  },
});

/**
 * The data of a query for all rows of a list, with a single observer. With a `useQuery` in each row, each with its
 * own observer, scrolling took a fifth more script time. This doesn't load anything: a component above has a
 * `useQuery` with the same key.
 */
export function readByQuery<T>(queryKey: QueryKey): ReadableAtom<T | undefined> {
  const $data = atom(queries.getQueryData<T>(queryKey));
  new QueryObserver<T>(queries, {queryKey, enabled: false}).subscribe(({data}) => $data.set(data));
  return $data;
}

/** In milliseconds. How often a log on the page is updated. */
export const LOG_INTERVAL = 5_000;
