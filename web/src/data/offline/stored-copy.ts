/** The name of the browser's database, and of its only store (`lib/offline-store.ts`). */
const DATABASE = 'patchbay';
const STORE = 'offline';
/** The key of the copy in the browser's database. */
export const COPY = 'copy';
/** The key of the ids of the channels whose messages are stored, most recently opened first. */
export const RECENT = 'recent-channels';
/** The key of the messages of a channel. */
export const keyOfChannel = (channelId: string) => `channel:${channelId}`;

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
  const transaction = database.transaction(STORE);
  const store = transaction.objectStore(STORE);
  const found: StoredCopy = {};
  const get = (key: string, use: (value: unknown) => void) => {
    const request = store.get(key);
    request.onsuccess = () => use(request.result);
  };
  get(COPY, (copy) => {
    found.copy = copy;
  });
  get(RECENT, (ids) => {
    const [last] = (ids as string[] | undefined) ?? [];
    if (last !== undefined)
      get(keyOfChannel(last), (channel) => {
        found.channel = channel;
      });
  });
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = reject;
  });
  database.close();
  return found;
}
