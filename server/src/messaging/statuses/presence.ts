import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Logger} from '../../platform/logging/logger.ts';

/** A user's current connections. */
export interface Presence {
  connections: number;
  /** The number of connections on which the user was recently active, according to their clients. */
  active: number;
}

/** Entries of one node's map as sent to the others; without counts if the user is no longer in the map. */
type Entry = [userId: string, connections: number, active: number] | [userId: string];

/** A part of a node's map. Versions are consecutive, so that the others notice a lost part. */
interface Update {
  version: number;
  /** Whether this starts the complete map. */
  restart?: true;
  entries: Entry[];
}

interface OtherNode {
  users: Map<string, Presence>;
  version: number;
  /** Whether a part is missing. */
  incomplete: boolean;
}

const CHANGES = 'presence';
const RESEND = 'presence-resend';

/** Milliseconds to collect changes before they are sent. */
const SEND_DELAY = 50;
/** Milliseconds between updates without changes, by which other nodes notice that they missed the last change. */
const HEARTBEAT_INTERVAL = 10_000;
/** Milliseconds that another node has to start sending its map. */
const RESEND_TIMEOUT = 2_000;
/** Keeps messages below the one megabyte that the bus accepts. */
const MAX_ENTRIES = 10_000;

/**
 * The users who are connected to any node, or were recently active without a connection. Each node sends its own map to
 * the others, and a lost node's map is dropped (docs/cluster.md#presence).
 */
export function createPresence({cluster, log}: {cluster: Cluster; log: Logger}) {
  const {bus, node} = cluster;
  const own = new Map<string, Presence>();
  const others = new Map<string, OtherNode>();
  const changedElsewhere = new Set<string>();
  const asked = new Set<string>();
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

  function askForMap(nodeId: string): void {
    if (asked.has(nodeId)) return;
    asked.add(nodeId);
    bus
      .request(nodeId, RESEND, {}, RESEND_TIMEOUT)
      // The next sweep tries again.
      .catch((error) => log.debug({err: error, nodeId}, 'a node did not send its connections'))
      .finally(() => asked.delete(nodeId));
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

    /** The number of connections to all nodes. */
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
     * Whether this node is responsible for the user's presence: of the nodes where the user is, or of all if there
     * is none, the one with the lowest id.
     */
    isFollowedHere(userId: string): boolean {
      if (others.size === 0) return true;
      let lowest = own.has(userId) ? node.id : undefined;
      for (const [id, {users}] of others) {
        if (users.has(userId) && (lowest === undefined || id < lowest)) lowest = id;
      }
      return lowest === undefined ? cluster.nodes().every(({id}) => id >= node.id) : lowest === node.id;
    },

    /** The users whose presence on other nodes has changed since the last call. */
    takeChangedElsewhere(): string[] {
      const userIds = [...changedElsewhere];
      changedElsewhere.clear();
      return userIds;
    },

    /** Drops the maps of nodes that have left, and requests missing ones. `now` is in milliseconds. */
    sweep(now: number): void {
      if (!cluster.enabled) return;
      const live = new Set(cluster.nodes().map(({id}) => id));
      for (const [id, {users}] of others) {
        if (live.has(id)) continue;
        others.delete(id);
        for (const userId of users.keys()) changedElsewhere.add(userId);
      }
      for (const id of live) {
        if (id !== node.id && others.get(id)?.incomplete !== false) askForMap(id);
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
