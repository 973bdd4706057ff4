/** The name of the browser's database, and of its only store (`lib/offline-store.ts`). */
const DATABASE = 'patchbay';
const STORE = 'offline';
/** The key of the copy in the browser's database. */
export const COPY = 'copy';
/** The key of the messages of a channel. */
export const keyOfChannel = (channelId: string) => `channel:${channelId}`;
/** In the browser's storage that answers immediately: the id of the channel that was stored last. */
export const LAST_CHANNEL = 'patchbay:last-channel';

/** What this browser stored for the first page: the copy (`Copy`) and the channel opened last (`ChannelCopy`). */
export interface StoredCopy {
  copy?: unknown;
  channel?: unknown;
}

declare global {
  /** Read by the first script, while the others load. */
  var storedCopy: Promise<StoredCopy>;
}

/** Reads what is stored for the first page. Uses no library, because the first script needs it. */
export function readStoredCopy(): Promise<StoredCopy> {
  return new Promise((resolve) => {
    // In private windows, some browsers have no database.
    const none = () => resolve({});
    try {
      const opening = indexedDB.open(DATABASE);
      // There is nothing stored yet. What stores something creates the database.
      opening.onupgradeneeded = () => opening.transaction!.abort();
      opening.onerror = none;
      opening.onsuccess = () => read(opening.result).then(resolve, none);
    } catch {
      none();
    }
  });
}

async function read(database: IDBDatabase): Promise<StoredCopy> {
  const store = database.transaction(STORE).objectStore(STORE);
  const get = (key: string) =>
    new Promise<unknown>((resolve, reject) => {
      const request = store.get(key);
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
    });
  // Both at the same time: the page is starting, and each answer waits for what runs.
  const [copy, channel] = await Promise.all([
    get(COPY),
    get(keyOfChannel(localStorage.getItem(LAST_CHANNEL) ?? '')),
  ]);
  database.close();
  return {copy, channel};
}
