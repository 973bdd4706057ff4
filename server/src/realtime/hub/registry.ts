import type {Statuses} from '../../messaging/statuses/statuses.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {append, type Connection, connect, flush, type Transport} from './connection.ts';
import type {Frame} from './frame.ts';
import {createListeners, type Listener} from './listeners.ts';

/** How long a client has to resume a connection, in milliseconds (docs/specification.md#websocket). */
export const RESUME_WINDOW = 5 * 60_000;

/** The maximum number of connections per user, including disconnected ones. A new connection closes the oldest one. */
const MAX_CONNECTIONS_PER_USER = 100;

/** How long events are delivered before other requests get a turn, in milliseconds. */
const TIME_SLICE = 10;

// WebSocket close code (RFC 6455, section 7.4.1).
const POLICY_VIOLATION = 1008;

export type Registry = ReturnType<typeof createRegistry>;

/** The connections of this node, including those of disconnected clients, who can reconnect. */
export function createRegistry({
  database,
  log,
  metrics,
  statuses,
}: {
  database: Database;
  log: Logger;
  metrics: Metrics;
  statuses: Statuses;
}) {
  const listeners = createListeners(database);
  const connections = new Map<string, Connection>();
  /** Connections with events to send. */
  let unflushed: Connection[] = [];
  let flushing = false;

  const openSockets = metrics.gauge('websocket_connections', 'Open WebSocket connections');
  const disconnections = metrics.counter('websocket_cut_off_total', 'Sockets closed by the server', [
    'reason',
  ]);

  // Sends the events of one turn of the event loop together, because a system call per event and listener would
  // dominate the cost. Works in time slices, so that channels with many listeners don't block requests.
  function flushAll(): void {
    const deadline = performance.now() + TIME_SLICE;
    let count = 0;
    while (count < unflushed.length && (count % 16 !== 0 || performance.now() < deadline)) {
      const connection = unflushed[count++]!;
      connection.isFlushScheduled = false;
      flush(connection);
    }
    unflushed = unflushed.slice(count);
    flushing = unflushed.length > 0;
    if (flushing) setImmediate(flushAll);
  }

  function reportPresence({userId, connections: all}: Listener): void {
    const live = [...all].filter((connection) => connection.transport !== undefined);
    statuses
      .presenceChanged(userId, {
        connections: live.length,
        active: live.filter((connection) => connection.active).length,
      })
      .catch((error) => log.warn({err: error}, 'could not update the status of a user'));
  }

  /** Handles a lost socket. The client can resume the connection. */
  function disconnect(connection: Connection): void {
    if (connection.transport === undefined) return;
    connection.transport = undefined;
    connection.lostAt = Date.now();
    openSockets.dec();
    const listener = listeners.get(connection.userId);
    if (listener?.connections.has(connection)) reportPresence(listener);
  }

  function removeFromListener(connection: Connection): void {
    const listener = listeners.get(connection.userId);
    if (listener?.connections.delete(connection) && listener.connections.size === 0) {
      listeners.remove(listener);
    }
  }

  /** The connections of a user. */
  const ofUser = (userId: string): Connection[] =>
    [...(listeners.get(userId)?.connections ?? [])].filter(({held}) => !held);

  /** Closes a connection permanently. */
  function close(connection: Connection, reason: string): void {
    if (connections.get(connection.id) !== connection) return;
    connections.delete(connection.id);
    if (connection.transport) {
      disconnections.inc({reason});
      connection.transport.socket.close(POLICY_VIOLATION, reason);
      disconnect(connection);
    }
    removeFromListener(connection);
  }

  return {
    listeners,
    ofUser,
    close,
    reportPresence,
    disconnect,

    get: (id: string): Connection | undefined => connections.get(id),
    all: (): Iterable<Connection> => connections.values(),

    /**
     * Adds a connection of a listener, so that its client can resume it. If the user has too many connections, closes
     * the oldest one.
     */
    add(connection: Connection): void {
      connections.set(connection.id, connection);
      const all = ofUser(connection.userId);
      if (all.length <= MAX_CONNECTIONS_PER_USER) return;
      const others = all.filter((other) => other !== connection);
      close(others.find(({transport}) => transport === undefined) ?? others[0]!, 'too many connections');
    },

    /** Changes the id of a connection with `change`, and updates the index. */
    rename(connection: Connection, change: () => void): void {
      connections.delete(connection.id);
      change();
      connections.set(connection.id, connection);
    },

    /** Attaches a socket to a connection and sends the events starting at `sequence`. */
    attach(connection: Connection, transport: Transport, sequence: number): void {
      openSockets.inc();
      connect(connection, transport, sequence, Date.now());
      reportPresence(listeners.get(connection.userId)!);
    },

    /** Adds an event to a connection. A client that is too slow is disconnected. */
    send(connection: Connection, frame: Frame): void {
      if (!append(connection, frame)) {
        disconnections.inc({reason: 'slow'});
        connection.transport?.socket.terminate();
        disconnect(connection);
      } else if (connection.transport && !connection.isFlushScheduled) {
        connection.isFlushScheduled = true;
        unflushed.push(connection);
        if (!flushing) setImmediate(flushAll);
        flushing = true;
      }
    },

    /** Closes the socket of a client that does not respond. The client can resume the connection. */
    disconnectSilent(connection: Connection): void {
      disconnections.inc({reason: 'silent'});
      connection.transport?.socket.terminate();
      disconnect(connection);
    },

    /** Removes a connection that continues on another node, or whose takeover failed. */
    remove(connection: Connection): void {
      if (connections.get(connection.id) === connection) connections.delete(connection.id);
      // The client may reconnect before the server notices that its old socket was lost.
      connection.transport?.socket.terminate();
      disconnect(connection);
      removeFromListener(connection);
    },
  };
}
