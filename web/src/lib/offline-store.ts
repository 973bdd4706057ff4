import {clear, createStore, del, get, setMany, type UseStore, update} from 'idb-keyval';

let store: UseStore | undefined;

/** The database of this browser with what can be shown without a connection. Opens it with the first call. */
const opened = () => {
  store ??= createStore('patchbay', 'offline');
  return store;
};

// Some browsers have no database in private windows, or a full disk. The client works the same without it, so reading
// finds nothing and writing does nothing.

export async function readOffline<T>(key: string): Promise<T | undefined> {
  try {
    return await get<T>(key, opened());
  } catch {
    return undefined;
  }
}

/** Writes all entries or, if that fails, none. */
export async function writeOffline(entries: [key: string, value: unknown][]): Promise<void> {
  try {
    await setMany(entries, opened());
  } catch {}
}

/** Changes an entry that exists. No other tab changes it in between. */
export async function changeOffline<T>(key: string, change: (value: T) => T): Promise<void> {
  try {
    await update<T | undefined>(key, (value) => value && change(value), opened());
  } catch {}
}

export async function deleteOffline(key: string): Promise<void> {
  try {
    await del(key, opened());
  } catch {}
}

/** Deletes everything. */
export async function clearOffline(): Promise<void> {
  try {
    await clear(opened());
  } catch {}
}
