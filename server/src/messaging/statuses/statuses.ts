import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Status} from './schema.ts';
import {resetAutomaticStatuses, type StatusRow, selectStatuses, upsertStatuses} from './store.ts';

export {type CustomStatuses, DEFAULT_EMOJI} from './custom-statuses.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A user's displayed status has changed. */
    'status:changed': {userId: string; status: Status};
  }
}

/** A user's current connections. */
export interface Presence {
  connections: number;
  /** The number of connections on which the user was recently active, according to their clients. */
  active: number;
}

/** Milliseconds before changes are written, in one statement for all users. */
const WRITE_DELAY = 1000;

export type Statuses = ReturnType<typeof createStatuses>;

/**
 * Online, away, do not disturb, offline. Connections and activity determine the status, unless the user chooses one,
 * which lasts until they choose again or it expires. Kept in memory and written with a delay, because activity is too
 * frequent for a statement each time.
 */
export function createStatuses({
  database,
  events,
  config,
  log,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  log: Logger;
}) {
  const cache = createBoundedCache<string, StatusRow>(50_000);
  const unwritten = new Map<string, StatusRow>();
  /** Users who are connected, or were recently active without a connection. */
  const present = new Map<string, Presence>();
  let timer: NodeJS.Timeout | undefined;

  events.onEveryNode('caches:stale', () => cache.clear());

  function awayTimeout(): number {
    return config.get().TeamSettings.UserStatusAwayTimeout * 1000;
  }

  /** The status without a manual choice. */
  function automatic(userId: string, row: StatusRow, now: number): StatusRow['status'] {
    const presence = present.get(userId);
    if (presence === undefined) return 'offline';
    if (presence.active > 0 || now - row.lastactivityat <= awayTimeout()) return 'online';
    return presence.connections > 0 ? 'away' : 'offline';
  }

  function isOver(row: StatusRow, now: number): boolean {
    return row.status === 'dnd' && row.dndendtime > 0 && row.dndendtime * 1000 <= now;
  }

  async function load(userIds: readonly string[]): Promise<StatusRow[]> {
    const missing = userIds.filter((id) => !unwritten.has(id) && !cache.has(id));
    if (missing.length > 0) {
      const found = new Map(
        (await selectStatuses(database, missing)).map((row) => [row.userid, row] as const),
      );
      for (const id of missing) {
        // A concurrent call may have loaded and changed it.
        if (!cache.has(id) && !unwritten.has(id)) cache.set(id, found.get(id) ?? absent(id));
      }
    }
    return userIds.map((id) => unwritten.get(id) ?? cache.get(id) ?? absent(id));
  }

  function keep(row: StatusRow): void {
    cache.set(row.userid, row);
    unwritten.set(row.userid, row);
    timer ??= setTimeout(() => {
      timer = undefined;
      withoutCaller(flush).catch((error) => log.warn({err: error}, 'could not write statuses; trying again'));
    }, WRITE_DELAY).unref();
  }

  /** Changes a status, and notifies others only if the change is visible. */
  function change(row: StatusRow, to: Partial<StatusRow>): StatusRow {
    const changed = {...row, ...to};
    keep(changed);
    if (changed.status !== row.status || changed.manual !== row.manual) {
      events.publish('status:changed', {userId: row.userid, status: presentStatus(changed)});
    }
    return changed;
  }

  /** Sets a status according to activity and connections, unless the user chose one. */
  function follow(row: StatusRow, now: number): void {
    if (row.manual && !isOver(row, now)) return;
    const status = automatic(row.userid, row, now);
    if (status !== row.status) change(row, {status, manual: false, dndendtime: 0, prevstatus: ''});
  }

  function followActivity(row: StatusRow, now: number): void {
    const active = {...row, lastactivityat: now};
    keep(active);
    follow(active, now);
  }

  async function flush(): Promise<void> {
    const rows = [...unwritten.values()];
    if (rows.length === 0) return;
    unwritten.clear();
    try {
      await upsertStatuses(database, rows);
    } catch (error) {
      for (const row of rows) if (!unwritten.has(row.userid)) keep(row);
      throw error;
    }
  }

  async function recordActivity(userId: string): Promise<void> {
    const now = Date.now();
    if (!present.has(userId)) present.set(userId, {connections: 0, active: 0});
    const [row] = await load([userId]);
    followActivity(row!, now);
  }

  function noteActivity(userId: string): void {
    recordActivity(userId).catch((error) => log.warn({err: error}, 'could not record activity'));
  }
  events.onOrigin('post:created', ({post, setOnline}) => {
    if (setOnline) noteActivity(post.user_id);
  });
  events.onOrigin('channels:viewed', ({userId}) => noteActivity(userId));

  return {
    /** The statuses of these users, in this order; users who were never active are offline. */
    async byIds(userIds: readonly string[]): Promise<Status[]> {
      const now = Date.now();
      return (await load(userIds)).map((row) =>
        presentStatus(
          isOver(row, now) ? {...row, status: automatic(row.userid, row, now), manual: false} : row,
        ),
      );
    },

    /** The statuses of all connected or recently active users. */
    async allPresent(): Promise<Status[]> {
      return (await load([...present.keys()])).map(presentStatus);
    },

    /** The number of connections to this server. */
    connectionCount: () => [...present.values()].reduce((sum, {connections}) => sum + connections, 0),

    /** Sets a status chosen by the user. `dndEndTime` is in seconds since the epoch; 0 for no end. */
    async choose(userId: string, status: Status['status'], dndEndTime = 0): Promise<Status> {
      const now = Date.now();
      const [row] = await load([userId]);
      if (status === 'online' && !present.has(userId)) present.set(userId, {connections: 0, active: 0});
      return presentStatus(
        change(row!, {
          status,
          // "Online" returns to the automatic status.
          manual: status !== 'online',
          dndendtime: status === 'dnd' ? dndEndTime : 0,
          prevstatus: status === 'dnd' ? row!.status : '',
          lastactivityat: now,
        }),
      );
    },

    /** Records that the user posted, typed or read. */
    recordActivity,

    /** The user's connections or their activity have changed. */
    async presenceChanged(userId: string, presence: Presence): Promise<void> {
      const before = present.get(userId);
      const now = Date.now();
      if (presence.connections === 0) present.delete(userId);
      else present.set(userId, presence);
      const [row] = await load([userId]);
      if (presence.active > 0 || (before?.active ?? 0) > 0) followActivity(row!, now);
      else follow(row!, now);
    },

    /** Updates statuses at a time in milliseconds: inactive users become away, and temporary statuses end. */
    async sweep(now: number): Promise<void> {
      for (const row of await load([...present.keys()])) {
        follow(row, now);
        const expired = now - row.lastactivityat > awayTimeout();
        if (expired && present.get(row.userid)?.connections === 0) present.delete(row.userid);
      }
    },

    /** For a starting server: resets users who were online only through a connection. */
    resetAutomatic: () => resetAutomaticStatuses(database),

    /** Writes pending changes. */
    flush,

    /** Writes pending changes and stops. */
    async close(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await flush();
    },
  };
}

function absent(userId: string): StatusRow {
  return {userid: userId, status: 'offline', manual: false, lastactivityat: 0, dndendtime: 0, prevstatus: ''};
}

function presentStatus(row: StatusRow): Status {
  return {
    user_id: row.userid,
    status: row.status,
    manual: row.manual,
    last_activity_at: row.lastactivityat,
    dnd_end_time: row.dndendtime,
  };
}
