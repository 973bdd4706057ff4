import type {Announcement, Audience} from './announcement.ts';
import type {Listener} from './listeners.ts';

/** How long announcements are kept, in milliseconds, and how many (docs/specification.md#websocket). */
const MAX_AGE = 30_000;
const MAX_ANNOUNCEMENTS = 2_000;

/** The maximum size of the kept announcements, in UTF-16 code units of their texts. A single post can have 800,000. */
const MAX_LENGTH = 16_000_000;

/** The maximum number of events to send to a new connection, fewer than a connection's buffer has space for. */
const MAX_EVENTS = 100;

interface Entry {
  at: number;
  to: Audience;
  /** Undefined if the announcement wasn't prepared, because no one in the audience was connected. */
  announcement: Announcement | undefined;
  /** In UTF-16 code units. */
  length: number;
}

/**
 * The announcements of the last seconds. A client loads data before it is connected, and these are the events that it
 * would otherwise miss in between.
 */
export function createRecent() {
  const entries: Entry[] = [];
  /** The length of all entries. */
  let length = 0;
  /** Announcements before this time are unknown. */
  let knownSince = performance.now();

  function record(entry: Omit<Entry, 'at'>): void {
    const now = performance.now();
    entries.push({...entry, at: now});
    length += entry.length;
    let expired = 0;
    while (
      entries.length - expired > MAX_ANNOUNCEMENTS ||
      length > MAX_LENGTH ||
      entries[expired]!.at < now - MAX_AGE
    ) {
      const oldest = entries[expired++]!;
      knownSince = oldest.at;
      length -= oldest.length;
    }
    entries.splice(0, expired);
  }

  return {
    /** Keeps an announcement for a while. */
    add(announcement: Announcement): void {
      if (announcement.isDispensable) return;
      record({to: announcement.to, announcement, length: lengthOfTexts(announcement.data)});
    },

    /** Records that an announcement for this audience wasn't prepared. */
    addUnknown: (to: Audience): void => record({to, announcement: undefined, length: 0}),

    /**
     * The announcements of the last `millis` milliseconds that the listener may receive, in order, and their ages in
     * milliseconds. Undefined if some are unknown, or if there are too many, so that the client must load its data
     * again.
     */
    last(millis: number, listener: Listener): {announcement: Announcement; age: number}[] | undefined {
      const now = performance.now();
      const since = now - millis;
      if (since < knownSince || millis > MAX_AGE) return undefined;
      const found: {announcement: Announcement; age: number}[] = [];
      for (const {at, to, announcement} of entries) {
        if (at < since || !includes(to, listener)) continue;
        if (!announcement || found.length === MAX_EVENTS) return undefined;
        // The filters of such events can depend on who was connected.
        if (to === 'everyone' && announcement.filter && !listener.seesEveryone) return undefined;
        found.push({announcement, age: Math.floor(now - at)});
      }
      return found;
    },
  };
}

function includes(to: Audience, listener: Listener): boolean {
  if (to === 'everyone') return true;
  if ('userId' in to) return to.userId === listener.userId;
  return 'channelId' in to ? listener.channelIds.has(to.channelId) : listener.teamIds.has(to.teamId);
}

/** Long contents, such as posts and dialogs, are JSON texts in the data of an event. */
function lengthOfTexts(data: object): number {
  return Object.values(data).reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
