import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {createPresence, type Presence} from './presence.ts';
import type {Status} from './schema.ts';
import {
  resetAutomaticStatuses,
  type StatusRow,
  selectHidingActivity,
  selectStatuses,
  updateLastActivity,
  upsertStatuses,
} from './store.ts';

export {type CustomStatuses, DEFAULT_EMOJI} from './custom-statuses.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A user's visible status changed. */
    'status:changed': {userId: string; status: Status};
  }
}

const CACHED_ROWS = 50_000;
/** How long to wait before changes are written, in one statement for all users. In milliseconds. */
const WRITE_DELAY = 1000;

/** The message that a node sends to other nodes after it wrote rows. */
const WRITTEN = 'statuses-written';
interface Written {
  /** The ids of users whose status the node changed. */
  changed: string[];
  /** The ids of other users with the times of their last activity in milliseconds. */
  active: [userId: string, lastActivityAt: number][];
}

export type Statuses = ReturnType<typeof createStatuses>;

/**
 * Online, away, do not disturb, offline. Connections and activity determine the status, unless the user chooses one,
 * which lasts until they choose another one or it expires. Statuses are kept in memory and written with a delay,
 * because activity is too frequent for a statement each time. In a cluster, the node where a change happens writes the
 * status, and other nodes receive an event.
 */
export function createStatuses({
  cluster,
  database,
  events,
  config,
  log,
}: {
  cluster: Cluster;
  database: Database;
  events: EventBus;
  config: Config;
  log: Logger;
}) {
  const presence = createPresence({cluster, log});
  const cache = createBoundedCache<string, StatusRow>(CACHED_ROWS);
  /** Users whose row in `cache` was read from the database, although another node may not have written a change yet. */
  const unconfirmed = createBoundedCache<string, true>(CACHED_ROWS);
  const unwritten = new Map<string, StatusRow>();
  /** Users in `unwritten` for whom this node changed more than the time of their last activity. */
  const changedHere = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  events.onEveryNode('caches:stale', () => {
    cache.clear();
    unconfirmed.clear();
  });
  // In stream order, so that all nodes agree on the last of several changes.
  events.inStreamOrder('status:changed', ({userId, status}, {origin}) => {
    const current = unwritten.get(userId) ?? cache.peek(userId) ?? offlineRow(userId);
    const row = {
      ...current,
      status: status.status,
      manual: status.manual,
      dndendtime: status.dnd_end_time,
      lastactivityat: Math.max(current.lastactivityat, status.last_activity_at),
    };
    cache.set(userId, row);
    unconfirmed.delete(userId);
    if (origin !== cluster.node.id) {
      // The other node writes the row.
      if (unwritten.has(userId)) unwritten.set(userId, row);
      changedHere.delete(userId);
    } else if (isVisibleChange(row, current)) {
      // Another node's earlier change arrived after this one was made.
      scheduleWrite(row);
      changedHere.add(userId);
    }
  });
  cluster.bus.onBroadcast(WRITTEN, (written) => {
    const {changed, active} = written as Written;
    // This node may have read the row before it was written, but after the event.
    for (const userId of changed) if (unconfirmed.has(userId)) cache.delete(userId);
    for (const [userId, lastActivityAt] of active) {
      for (const rows of [cache, unwritten]) {
        const row = rows.get(userId);
        if (row && row.lastactivityat < lastActivityAt) {
          rows.set(userId, {...row, lastactivityat: lastActivityAt});
        }
      }
    }
  });

  function awayTimeout(): number {
    return config.get().TeamSettings.UserStatusAwayTimeout * 1000;
  }

  /** The status without a manual choice. */
  function automatic(userId: string, row: StatusRow, now: number): StatusRow['status'] {
    const current = presence.of(userId);
    if (current === undefined) return 'offline';
    if (current.active > 0 || now - row.lastactivityat <= awayTimeout()) return 'online';
    return current.connections > 0 ? 'away' : 'offline';
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
        // A concurrent call may have loaded and changed the row.
        if (cache.has(id) || unwritten.has(id)) continue;
        cache.set(id, found.get(id) ?? offlineRow(id));
        unconfirmed.set(id, true);
      }
    }
    return userIds.map((id) => unwritten.get(id) ?? cache.get(id) ?? offlineRow(id));
  }

  function scheduleWrite(row: StatusRow): void {
    cache.set(row.userid, row);
    unwritten.set(row.userid, row);
    timer ??= setTimeout(() => {
      timer = undefined;
      withoutCaller(flush).catch((error) => log.warn({err: error}, 'could not write statuses; retrying'));
    }, WRITE_DELAY).unref();
  }

  /** Changes a status, and notifies others only if the change is visible. */
  function change(row: StatusRow, to: Partial<StatusRow>): StatusRow {
    const changed = {...row, ...to};
    scheduleWrite(changed);
    changedHere.add(row.userid);
    unconfirmed.delete(row.userid);
    if (isVisibleChange(changed, row)) {
      events.publish('status:changed', {userId: row.userid, status: presentStatus(changed)});
    }
    return changed;
  }

  /** Updates a status from activity and connections, unless the user chose one. */
  function updateAutomatic(row: StatusRow, now: number): void {
    if (row.manual && !isOver(row, now)) return;
    const status = automatic(row.userid, row, now);
    if (status !== row.status) change(row, {status, manual: false, dndendtime: 0, prevstatus: ''});
  }

  function followActivity(row: StatusRow, now: number): void {
    const active = {...row, lastactivityat: now};
    scheduleWrite(active);
    updateAutomatic(active, now);
  }

  async function flush(): Promise<void> {
    const rows = [...unwritten.values()];
    if (rows.length === 0) return;
    const changed = rows.filter((row) => changedHere.has(row.userid));
    const active = rows.filter((row) => !changedHere.has(row.userid));
    unwritten.clear();
    changedHere.clear();
    try {
      if (changed.length > 0) await upsertStatuses(database, changed);
      // Writes only the activity, because another node may have changed the rest of the row.
      if (active.length > 0) await updateLastActivity(database, active);
    } catch (error) {
      for (const row of rows) if (!unwritten.has(row.userid)) scheduleWrite(row);
      for (const row of changed) changedHere.add(row.userid);
      throw error;
    }
    if (cluster.enabled) {
      const written: Written = {
        changed: changed.map((row) => row.userid),
        active: active.map((row) => [row.userid, row.lastactivityat]),
      };
      cluster.bus.broadcast(WRITTEN, written);
    }
  }

  /** Treats a user without a connection to this node as recently active. */
  function markRecentlyActive(userId: string): void {
    if (!presence.own.has(userId)) presence.set(userId, {connections: 0, active: 0});
  }

  async function recordActivity(userId: string): Promise<void> {
    const now = Date.now();
    markRecentlyActive(userId);
    const [row] = await load([userId]);
    followActivity(row!, now);
  }

  function recordActivityInBackground(userId: string): void {
    recordActivity(userId).catch((error) => log.warn({err: error}, 'could not record activity'));
  }
  events.onOrigin('post:created', ({post, setOnline}) => {
    if (setOnline) recordActivityInBackground(post.user_id);
  });
  events.onOrigin('channels:viewed', ({userId}) => recordActivityInBackground(userId));

  async function byIds(userIds: readonly string[]): Promise<Status[]> {
    const now = Date.now();
    return (await load(userIds)).map((row) =>
      presentStatus(
        isOver(row, now) ? {...row, status: automatic(row.userid, row, now), manual: false} : row,
      ),
    );
  }

  return {
    /** The statuses of these users, in this order; users who were never active are offline. */
    byIds,

    /** Like {@link byIds}, as the viewer may see them: without the last activity of others who hide it. */
    async presentFor(viewerId: string, userIds: readonly string[]): Promise<Status[]> {
      const hiding = await selectHidingActivity(database, userIds);
      hiding.delete(viewerId);
      return (await byIds(userIds)).map((status) =>
        hiding.has(status.user_id) ? {...status, last_activity_at: 0} : status,
      );
    },

    /** The statuses of all connected or recently active users. */
    async allPresent(): Promise<Status[]> {
      return (await load([...presence.userIds()])).map(presentStatus);
    },

    /** The number of connections to this node, and to all nodes. */
    connectionCount: () => presence.ownConnectionCount(),
    totalConnectionCount: () => presence.connectionCount(),

    /** Sets a status chosen by the user. `dndEndTime` is in seconds since the epoch; 0 for no end. */
    async choose(userId: string, status: Status['status'], dndEndTime = 0): Promise<Status> {
      const now = Date.now();
      const [row] = await load([userId]);
      if (status === 'online') markRecentlyActive(userId);
      return presentStatus(
        change(row!, {
          status,
          // Choosing "online" returns to the automatic status.
          manual: status !== 'online',
          dndendtime: status === 'dnd' ? dndEndTime : 0,
          prevstatus: status === 'dnd' ? row!.status : '',
          lastactivityat: now,
        }),
      );
    },

    /** Records that the user posted, typed or read something. */
    recordActivity,

    /** Call this when the user's connections to this node, or the activity on them, changed. */
    async presenceChanged(userId: string, current: Presence): Promise<void> {
      const before = presence.own.get(userId);
      const now = Date.now();
      if (current.connections === 0) presence.delete(userId);
      else presence.set(userId, current);
      const [row] = await load([userId]);
      if (current.active > 0 || (before?.active ?? 0) > 0) followActivity(row!, now);
      else updateAutomatic(row!, now);
    },

    /**
     * Updates statuses at a time in milliseconds: inactive users become away, temporary statuses expire, and users of a
     * lost node become offline.
     */
    async sweep(now: number): Promise<void> {
      presence.sweep(now);
      const changedElsewhere = presence.drainChangedElsewhere().filter(presence.isResponsibleFor);
      const userIds = new Set([...presence.own.keys(), ...changedElsewhere]);
      for (const row of await load([...userIds])) {
        if (presence.isResponsibleFor(row.userid)) updateAutomatic(row, now);
        const expired = now - row.lastactivityat > awayTimeout();
        if (expired && presence.own.get(row.userid)?.connections === 0) presence.delete(row.userid);
      }
    },

    /** Resets users who were online only because of a connection, when the first server of the cluster starts. */
    async resetAutomatic(): Promise<void> {
      if (cluster.nodes().length === 1) await resetAutomaticStatuses(database);
    },

    /** Writes pending changes. */
    flush,

    /** Writes pending changes and stops. */
    async close(): Promise<void> {
      presence.close();
      clearTimeout(timer);
      timer = undefined;
      await flush();
    },
  };
}

/** Whether the visible statuses differ. */
function isVisibleChange(one: StatusRow, other: StatusRow): boolean {
  return one.status !== other.status || one.manual !== other.manual || one.dndendtime !== other.dndendtime;
}

function offlineRow(userId: string): StatusRow {
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
