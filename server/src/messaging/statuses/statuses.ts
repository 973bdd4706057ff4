import {LRUCache} from 'lru-cache';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Status} from './schema.ts';
import {resetAutomaticStatuses, type StatusRow, selectStatuses, upsertStatuses} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** What is shown of a person's availability has changed. */
    'status:changed': {userId: string; status: Status};
  }
}

/** How a person is connected at the moment. */
export interface Presence {
  connections: number;
  /** Those of them at which the person has lately done something, as far as their clients say. */
  active: number;
}

/** What changed in memory is written this much later, in one statement for everybody. In milliseconds. */
const WRITE_DELAY = 1000;

export type Statuses = ReturnType<typeof createStatuses>;

/**
 * Online, away, do not disturb, offline. Connections and activity set them; what a person has chosen stays until
 * the person chooses again, or its time is up. Kept in memory and written behind: activity is frequent, and worth
 * no statement of its own.
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
  const cache = new LRUCache<string, StatusRow>({max: 50_000});
  const unwritten = new Map<string, StatusRow>();
  /** Everybody who is connected, or was active without a connection not long ago. */
  const present = new Map<string, Presence>();
  let timer: NodeJS.Timeout | undefined;

  events.subscribe('caches:stale', () => cache.clear());

  function awayTimeout(): number {
    return config.get().TeamSettings.UserStatusAwayTimeout * 1000;
  }

  /** What the person's status is when nobody has chosen one. */
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
        // Somebody else may have loaded it meanwhile, and changed it.
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

  /** Changes a status; tells others only of what they can see. */
  function change(row: StatusRow, to: Partial<StatusRow>): StatusRow {
    const changed = {...row, ...to};
    keep(changed);
    if (changed.status !== row.status || changed.manual !== row.manual) {
      events.publish('status:changed', {userId: row.userid, status: presentStatus(changed)});
    }
    return changed;
  }

  /** Makes of a status what activity and connections say, unless the person has chosen one. */
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
  events.subscribe('post:created', ({post, setOnline}) => {
    if (setOnline) noteActivity(post.user_id);
  });
  events.subscribe('channels:viewed', ({userId}) => noteActivity(userId));

  return {
    /** The statuses of these people, in that order; whoever was never seen is offline. */
    async byIds(userIds: readonly string[]): Promise<Status[]> {
      const now = Date.now();
      return (await load(userIds)).map((row) =>
        presentStatus(
          isOver(row, now) ? {...row, status: automatic(row.userid, row, now), manual: false} : row,
        ),
      );
    },

    /** The statuses of everybody who is connected or was lately active. */
    async ofThosePresent(): Promise<Status[]> {
      return (await load([...present.keys()])).map(presentStatus);
    },

    /** How many connections there are to this server. */
    connectionCount: () => [...present.values()].reduce((sum, {connections}) => sum + connections, 0),

    /** The person chooses a status. `dndEndTime` in seconds since the epoch; 0 for no end. */
    async choose(userId: string, status: Status['status'], dndEndTime = 0): Promise<Status> {
      const now = Date.now();
      const [row] = await load([userId]);
      if (status === 'online' && !present.has(userId)) present.set(userId, {connections: 0, active: 0});
      return presentStatus(
        change(row!, {
          status,
          // "Online" is what activity makes of it, so there is nothing to hold on to.
          manual: status !== 'online',
          dndendtime: status === 'dnd' ? dndEndTime : 0,
          prevstatus: status === 'dnd' ? row!.status : '',
          lastactivityat: now,
        }),
      );
    },

    /** The person has done something: posted, typed, read. */
    recordActivity,

    /** The person's connections have changed, or how active they are. */
    async presenceChanged(userId: string, presence: Presence): Promise<void> {
      const before = present.get(userId);
      const now = Date.now();
      if (presence.connections === 0) present.delete(userId);
      else present.set(userId, presence);
      const [row] = await load([userId]);
      if (presence.active > 0 || (before?.active ?? 0) > 0) followActivity(row!, now);
      else follow(row!, now);
    },

    /** Lets time pass: whoever was inactive for long is away, what was chosen for a time ends. `now` in milliseconds. */
    async sweep(now: number): Promise<void> {
      for (const row of await load([...present.keys()])) {
        follow(row, now);
        const expired = now - row.lastactivityat > awayTimeout();
        if (expired && present.get(row.userid)?.connections === 0) present.delete(row.userid);
      }
    },

    /** For a server that starts: whoever only a connection had made online is not there any more. */
    resetAutomatic: () => resetAutomaticStatuses(database),

    /** Writes what has changed. */
    flush,

    /** Writes what has changed, for the last time. */
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
