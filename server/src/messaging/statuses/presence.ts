import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Logger} from '../../platform/logging/logger.ts';

/** A user's current connections. */
export interface Presence {
  connections: number;
  /** The number of connections on which the user was recently active, as reported by clients. */
  active: number;
}

/** An entry of a node's map as sent to other nodes. Without counts if the user is no longer in the map. */
type Entry = [userId: string, connections: number, active: number] | [userId: string];

/** A part of a node's map. Versions are consecutive, so that other nodes detect a lost part. */
interface Update {
  version: number;
  /** Whether this is the first part of the complete map. */
  restart?: true;
  entries: Entry[];
}

interface OtherNode {
  users: Map<string, Presence>;
  version: number;
  /** Whether a part was lost. */
  incomplete: boolean;
}

const CHANGES = 'presence';
const RESEND = 'presence-resend';

/** How long changes are collected before they are sent, in milliseconds. */
const SEND_DELAY = 50;
/**
 * Time between updates without changes in milliseconds. They let other nodes detect that they missed the last change.
 */
const HEARTBEAT_INTERVAL = 10_000;
/** How long another node has to start sending its map, in milliseconds. */
const RESEND_TIMEOUT = 2_000;
/** The maximum number of entries per message, so that it is smaller than the bus allows (1 MB). */
const MAX_ENTRIES = 10_000;

/**
 * The users who are connected to any node, or were recently active without a connection. Each node sends its own map to
 * the others. The map of a lost node is dropped (docs/cluster.md#presence).
 */
export function createPresence({cluster, log}: {cluster: Cluster; log: Logger}) {
  const {bus, node} = cluster;
  const own = new Map<string, Presence>();
  const others = new Map<string, OtherNode>();
  const changedElsewhere = new Set<string>();
  const requested = new Set<string>();
  const unsent = new Set<string>();
  let version = 0;
  let sentAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(userIds: Iterable<string>, isRestart = false): void {
    const all = [...userIds];
    for (let start = 0; start === 0 || start < all.length; start += MAX_ENTRIES) {
      const entries = all.slice(start, start + MAX_ENTRIES).map((userId): Entry => {
        const presence = own.get(userId);
        return presence ? [userId, presence.connections, presence.active] : [userId];
      });
      version++;
      const update: Update = {version, ...(isRestart && start === 0 && {restart: true}), entries};
      bus.broadcast(CHANGES, update);
    }
    sentAt = Date.now();
  }

  function changed(userId: string): void {
    if (!cluster.enabled) return;
    unsent.add(userId);
    timer ??= setTimeout(() => {
      timer = undefined;
      send(unsent);
      unsent.clear();
    }, SEND_DELAY).unref();
  }

  function receive({version, restart, entries}: Update, nodeId: string): void {
    let other = others.get(nodeId);
    if (!other || restart) {
      for (const userId of other?.users.keys() ?? []) changedElsewhere.add(userId);
      other = {users: new Map(), version, incomplete: !restart};
      others.set(nodeId, other);
    } else if (version !== other.version + 1) {
      other.incomplete = true;
    }
    other.version = version;
    for (const [userId, connections, active = 0] of entries) {
      if (connections === undefined) other.users.delete(userId);
      else other.users.set(userId, {connections, active});
      changedElsewhere.add(userId);
    }
  }

  function requestMap(nodeId: string): void {
    if (requested.has(nodeId)) return;
    requested.add(nodeId);
    bus
      .request(nodeId, RESEND, {}, RESEND_TIMEOUT)
      // The next sweep requests it again.
      .catch((error) => log.debug({err: error, nodeId}, 'a node did not send its connections'))
      .finally(() => requested.delete(nodeId));
  }

  bus.onBroadcast(CHANGES, (update, nodeId) => receive(update as Update, nodeId));
  bus.answer(RESEND, async () => {
    unsent.clear();
    send(own.keys(), true);
  });

  return {
    /** The users on this node. */
    own: own as ReadonlyMap<string, Presence>,

    /** The ids of the users on all nodes. */
    userIds(): Set<string> {
      const ids = new Set(own.keys());
      for (const {users} of others.values()) for (const userId of users.keys()) ids.add(userId);
      return ids;
    },

    /** The sum over all nodes; undefined for a user who is on none. */
    of(userId: string): Presence | undefined {
      let sum = own.get(userId);
      for (const {users} of others.values()) {
        const presence = users.get(userId);
        if (!presence) continue;
        sum = {
          connections: presence.connections + (sum?.connections ?? 0),
          active: presence.active + (sum?.active ?? 0),
        };
      }
      return sum;
    },

    ownConnectionCount: () => countConnections(own),

    /** The number of connections to all nodes together. */
    connectionCount(): number {
      let sum = countConnections(own);
      for (const {users} of others.values()) sum += countConnections(users);
      return sum;
    },

    set(userId: string, presence: Presence): void {
      own.set(userId, presence);
      changed(userId);
    },

    delete(userId: string): void {
      if (own.delete(userId)) changed(userId);
    },

    /**
     * Whether this node is responsible for the user's presence. That is the node with the lowest id among those the
     * user is connected to or, if there are none, among all nodes.
     */
    isResponsibleFor(userId: string): boolean {
      if (others.size === 0) return true;
      let lowest = own.has(userId) ? node.id : undefined;
      for (const [id, {users}] of others) {
        if (users.has(userId) && (lowest === undefined || id < lowest)) lowest = id;
      }
      return lowest === undefined ? cluster.nodes().every(({id}) => id >= node.id) : lowest === node.id;
    },

    /** Returns and clears the users whose presence on other nodes changed. */
    drainChangedElsewhere(): string[] {
      const userIds = [...changedElsewhere];
      changedElsewhere.clear();
      return userIds;
    },

    /** Drops the maps of lost nodes, and requests missing ones. `now` is in milliseconds. */
    sweep(now: number): void {
      if (!cluster.enabled) return;
      const live = new Set(cluster.nodes().map(({id}) => id));
      for (const [id, {users}] of others) {
        if (live.has(id)) continue;
        others.delete(id);
        for (const userId of users.keys()) changedElsewhere.add(userId);
      }
      for (const id of live) {
        if (id !== node.id && others.get(id)?.incomplete !== false) requestMap(id);
      }
      if (now - sentAt >= HEARTBEAT_INTERVAL) send([]);
    },

    close(): void {
      clearTimeout(timer);
    },
  };
}

function countConnections(users: ReadonlyMap<string, Presence>): number {
  let sum = 0;
  for (const {connections} of users.values()) sum += connections;
  return sum;
}
