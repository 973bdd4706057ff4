import {clear, createStore, del, get, setMany, type UseStore, update} from 'idb-keyval';

let store: UseStore | undefined;

/** This browser's database of data that can be shown without a connection. The first call opens it. */
const opened = () => {
  store ??= createStore('patchbay', 'offline');
  return store;
};

// In private windows or with a full disk, some browsers have no database. The client works the same without it:
// reading finds nothing, and writing does nothing.

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

/** Changes an entry if it exists, atomically across tabs. */
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
