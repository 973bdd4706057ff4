import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';
import {atom, type ReadableAtom} from 'nanostores';
import {isIncluded} from './changes-during-load.ts';
import {Refusal} from './server.ts';

// Update immediately. Otherwise, a checked box would briefly appear unchecked.
notifyManager.setScheduler(queueMicrotask);

/**
 * Loads a query that is being loaded once more after that when it is invalidated, because the response under way may
 * be older than the change. `QueryClient` forgets that if there is no data yet, and otherwise cancels the request: with
 * many events, it would never finish.
 */
class Queries extends QueryClient {
  /** Requests that follow the one that is in progress, by the hash of the query. */
  private readonly followUps = new Map<string, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    // The caller doesn't want another request.
    if (filters.refetchType === 'none' || options?.cancelRefetch === false) {
      return super.invalidateQueries(filters, options);
    }
    const matching = this.getQueryCache().findAll(filters).filter(isOutdated);
    const idle = matching.filter((query) => !isLoading(query));
    // Before the others start to load.
    const loading = matching.filter(isLoading);
    await Promise.all([
      super.invalidateQueries({...filters, predicate: (query) => idle.includes(query)}, options),
      ...loading.map((query) => this.invalidateAfterwards(query)),
    ]);
  }

  private invalidateAfterwards({queryHash, queryKey, promise}: Query): Promise<void> {
    const known = this.followUps.get(queryHash);
    if (known) return known;
    const invalidate = () => {
      this.followUps.delete(queryHash);
      return super.invalidateQueries({queryKey, exact: true});
    };
    const followUp = Promise.resolve(promise).then(invalidate, invalidate);
    this.followUps.set(queryHash, followUp);
    return followUp;
  }
}

/** When the data of a query was requested, and the data that is being loaded, in milliseconds since 1970. */
const requests = new WeakMap<object, {data?: number | undefined; next?: number | undefined}>();

/** Whether the query doesn't include the event that is being applied. */
function isOutdated(query: Pick<Query, 'state'>): boolean {
  const request = requests.get(query);
  return !isIncluded(isLoading(query) ? request?.next : request?.data);
}

function isLoading({state}: Pick<Query, 'state'>): boolean {
  return state.fetchStatus === 'fetching';
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

queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const {query, action} = event;
  const {data, next} = requests.get(query) ?? {};
  // The data is as old as its first page.
  if (action.type === 'fetch' && !action.meta?.fetchMore) requests.set(query, {data, next: Date.now()});
  if (action.type !== 'success' || action.manual) return;
  requests.set(query, {data: next, next});
  if (unsaved.has(query)) showData(query, query.state.data);
});

/**
 * Changes the data of a query, if it is loaded. If it is being loaded, changes the response as well, because it may be
 * older than the change. `change` must return the same if the data already includes it. An event that is older than the
 * request changes nothing.
 */
export function changeQueryData<T>(queryKey: QueryKey, change: (data: T) => T): void {
  const query = queries.getQueryCache().find<T>({queryKey, exact: true});
  if (!query) return;
  const apply = () => {
    const data = savedData(query);
    if (data !== undefined) showData(query, change(data));
  };
  if (!isIncluded(requests.get(query)?.data)) apply();
  if (isLoading(query) && isOutdated(query)) query.promise?.then(apply, () => {});
}

/** A change of the person that is shown before the server has saved it. */
interface Unsaved {
  apply: (data: unknown) => unknown;
  isSaved: boolean;
}

/** The unsaved changes of a query, in the order in which they were made, and its data without them. */
const unsaved = new WeakMap<object, {data: unknown; changes: Unsaved[]}>();

/**
 * Changes the data of a query while `save` sends the change to the server, and changes it back if the server rejects
 * it. Live events and responses don't undo the change in the meantime: they can be about an earlier change.
 */
export async function changeWhileSaving<T, Response>(
  queryKey: QueryKey,
  change: (data: T) => T,
  save: () => Promise<Response>,
): Promise<Response> {
  const query = queries.getQueryCache().find<T>({queryKey, exact: true});
  if (!query) return save();
  const own: Unsaved = {apply: change as Unsaved['apply'], isSaved: false};
  const {data, changes} = unsaved.get(query) ?? {data: query.state.data, changes: []};
  unsaved.set(query, {data, changes});
  changes.push(own);
  showData(query, savedData(query));
  try {
    const response = await save();
    own.isSaved = true;
    return response;
  } catch (error) {
    changes.splice(changes.indexOf(own), 1);
    throw error;
  } finally {
    // In their order, because responses can arrive in another one.
    while (changes[0]?.isSaved) changeQueryData(queryKey, changes.shift()!.apply);
    showData(query, savedData(query));
    if (changes.length === 0) unsaved.delete(query);
  }
}

/** The data of a query without unsaved changes. */
function savedData<T>(query: Query<T>): T | undefined {
  return (unsaved.get(query) ?? query.state).data as T | undefined;
}

/** Shows data of a query with the unsaved changes. */
function showData<T>(query: Query<T>, data: T | undefined): void {
  if (data === undefined) return;
  const own = unsaved.get(query);
  if (own) own.data = data;
  const {dataUpdatedAt, isInvalidated} = query.state;
  const shown = own?.changes.reduce((before, {apply}) => apply(before), data as unknown) ?? data;
  // This changes only a part of the data, so the rest is as old as before.
  queries.setQueryData(query.queryKey, shown, {updatedAt: dataUpdatedAt});
  if (isInvalidated) query.invalidate();
}

/**
 * The data of a query for all rows of a list, with a single observer. With a `useQuery` in each row, each with its
 * own observer, scrolling took a fifth more script time. This doesn't load anything: a component above has a
 * `useQuery` with the same key.
 */
export function readByQuery<T>(queryKey: QueryKey): ReadableAtom<T | undefined> {
  const $data = atom(queries.getQueryData<T>(queryKey));
  const options = {queryKey, enabled: false};
  const observer = new QueryObserver<T>(queries, options);
  observer.subscribe(({data}) => $data.set(data));
  // A component that uses the removed query's key gets a new query, which this would not follow.
  queries.getQueryCache().subscribe(({type, query}) => {
    if (type === 'removed' && query === observer.getCurrentQuery()) observer.setOptions(options);
  });
  return $data;
}

/** In milliseconds. How often a log on the page is updated. */
export const LOG_INTERVAL = 5_000;
