import {hostname} from 'node:os';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session, Sessions} from '../../messaging/sessions/sessions.ts';
import type {Statuses} from '../../messaging/statuses/statuses.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Views} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {
  append,
  type Connection,
  canResume,
  connect,
  createConnection,
  flush,
  type Transport,
} from './connection.ts';
import {createFrames, type Frame} from './frame.ts';
import {createListeners, type Listener} from './listeners.ts';

export type {Connection, Transport} from './connection.ts';
export type {Listener} from './listeners.ts';

/**
 * The recipients of an event: members of a channel or team, one user, or everyone. With a user, `channelId` and
 * `teamId` are only informative.
 */
export type Audience =
  | {channelId: string}
  | {teamId: string}
  | {userId: string; channelId?: string; teamId?: string}
  | 'everyone';

/** An event for clients. */
export interface Announcement {
  event: string;
  /** Plain JSON. */
  data: Record<string, unknown>;
  to: Audience;
  /** Ids of excluded users. */
  omitUsers?: readonly string[];
  /** The id of an excluded connection, whose client caused the event. */
  omitConnection?: string;
  /** Whether this listener in the audience receives the event. */
  filter?: (listener: Listener) => boolean;
  /** Additional data for this listener, if any. Each distinct object creates one frame. */
  personalize?: (listener: Listener) => Record<string, unknown> | undefined;
}

/** Milliseconds (docs/specification.md#websocket). */
const PING_INTERVAL = 60_000;
const READ_DEADLINE = 100_000;
const RESUME_WINDOW = 5 * 60_000;

/** The maximum number of connections per user, including disconnected ones; a new one closes the oldest. */
const MAX_CONNECTIONS_PER_USER = 100;
/** Milliseconds to deliver events before other requests get a turn. */
const TIME_SLICE = 10;
/** Milliseconds that clients have to close their connection when the server stops. */
const CLOSE_TIMEOUT = 1000;

// WebSocket close codes (RFC 6455, section 7.4.1).
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export type Hub = ReturnType<typeof createHub>;

/** Manages connected clients and sends them events. */
export function createHub({
  database,
  events,
  log,
  metrics,
  permissions,
  sessions,
  statuses,
  visibility,
  serverVersion,
}: {
  database: Database;
  events: Views;
  log: Logger;
  metrics: Metrics;
  permissions: Permissions;
  sessions: Sessions;
  statuses: Statuses;
  visibility: Visibility;
  /** The server version in the `hello` event. */
  serverVersion: () => string;
}) {
  const listeners = createListeners(database);
  const connections = new Map<string, Connection>();
  /** Connections with events to send. */
  let unflushed: Connection[] = [];
  let flushing = false;

  const openSockets = metrics.gauge('websocket_connections', 'Open WebSocket connections');
  const sentEvents = metrics.counter('websocket_events_total', 'Events sent to clients', ['event']);
  const cutOff = metrics.counter('websocket_cut_off_total', 'Sockets closed by the server', ['reason']);

  function inBackground(work: Promise<unknown>, what: string): void {
    work.catch((error) => log.warn({err: error}, what));
  }

  function audience(to: Audience): Iterable<Listener> {
    if (to === 'everyone') return listeners.all();
    if ('userId' in to) {
      const listener = listeners.get(to.userId);
      return listener ? [listener] : [];
    }
    return 'channelId' in to ? listeners.inChannel(to.channelId) : listeners.inTeam(to.teamId);
  }

  /** Creates the distinct frames of an announcement. */
  function framesOf({
    event,
    data,
    to,
    omitUsers = [],
    omitConnection = '',
    filter,
    personalize,
  }: Announcement) {
    const omitted = new Set(omitUsers);
    const place: {userId?: string; channelId?: string; teamId?: string} = to === 'everyone' ? {} : to;
    const broadcast = {
      omit_users: omitted.size > 0 ? Object.fromEntries([...omitted].map((id) => [id, true as const])) : null,
      user_id: place.userId ?? '',
      channel_id: place.channelId ?? '',
      team_id: place.teamId ?? '',
      connection_id: '',
      omit_connection_id: omitConnection,
    };
    const frameWith = createFrames(event, data, broadcast);
    const frames = new Map<Record<string, unknown> | undefined, Frame>();
    return (listener: Listener): Frame | undefined => {
      if (omitted.has(listener.userId) || (filter && !filter(listener))) return undefined;
      const addition = personalize?.(listener);
      let frame = frames.get(addition);
      if (!frame) {
        frame = frameWith(addition);
        frames.set(addition, frame);
      }
      return frame;
    };
  }

  function send(connection: Connection, frame: Frame): void {
    if (!append(connection, frame)) {
      cutOff.inc({reason: 'slow'});
      connection.transport?.socket.terminate();
      disconnect(connection);
    } else if (connection.transport && !connection.isFlushScheduled) {
      connection.isFlushScheduled = true;
      unflushed.push(connection);
      if (!flushing) setImmediate(flushAll);
      flushing = true;
    }
  }

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
    inBackground(
      statuses.presenceChanged(userId, {
        connections: live.length,
        active: live.filter((connection) => connection.active).length,
      }),
      'could not update the status of a user',
    );
  }

  /** Handles a lost socket; the client can resume the connection. */
  function disconnect(connection: Connection): void {
    if (connection.transport === undefined) return;
    connection.transport = undefined;
    connection.lostAt = Date.now();
    openSockets.dec();
    const listener = listeners.get(connection.userId);
    if (listener?.connections.has(connection)) reportPresence(listener);
  }

  /** Closes a connection permanently. */
  function closeConnection(connection: Connection, reason: string): void {
    if (!connections.delete(connection.id)) return;
    const listener = listeners.get(connection.userId)!;
    listener.connections.delete(connection);
    if (connection.transport) {
      cutOff.inc({reason});
      connection.transport.socket.close(POLICY_VIOLATION, reason);
      disconnect(connection);
      reportPresence(listener);
    }
    if (listener.connections.size === 0) listeners.remove(listener);
  }

  function closeOldest(listener: Listener): void {
    const all = [...listener.connections];
    closeConnection(
      all.find((connection) => connection.transport === undefined) ?? all[0]!,
      'too many connections',
    );
  }

  /** Checks whether the session is still valid and updates the listener's permissions. */
  async function recheck(connection: Connection): Promise<void> {
    const session = await sessions.resolve(connection.token);
    if (session?.userId !== connection.userId) return closeConnection(connection, 'session ended');
    connection.session = session;
    const access = await accessOf(session);
    const listener = listeners.get(connection.userId);
    if (listener) Object.assign(listener, access);
  }

  /** The permissions that determine what the listener can see. */
  async function accessOf(
    session: Session,
  ): Promise<Pick<Listener, 'isAdministrator' | 'isGuest' | 'seesEveryone'>> {
    return {
      isAdministrator: await permissions.can(session, 'manage_system'),
      isGuest: session.roles.includes('system_guest'),
      seesEveryone: (await visibility.limitedViewer(session)) === undefined,
    };
  }

  function recheckAll(all: Iterable<Connection>): void {
    for (const connection of all) inBackground(recheck(connection), 'could not check a session');
  }

  function connectionsOf(userId: string): Connection[] {
    return [...(listeners.get(userId)?.connections ?? [])];
  }

  events.onEveryNode('sessions:revoked', ({userId, sessionIds}) => {
    const all = connectionsOf(userId);
    if (sessionIds === undefined) return recheckAll(all);
    for (const connection of all) {
      if (sessionIds.includes(connection.session.id)) closeConnection(connection, 'session ended');
    }
  });
  events.onEveryNode('sessions:all-revoked', () => recheckAll(connections.values()));
  events.onEveryNode('role:changed', () => recheckAll(connections.values()));
  events.onEveryNode('users:changed', ({userIds}) => recheckAll(userIds.flatMap(connectionsOf)));
  events.onEveryNode('user:activation-changed', ({userId, active}) => {
    if (!active)
      for (const connection of connectionsOf(userId)) closeConnection(connection, 'account deactivated');
  });
  events.onEveryNode('caches:stale', () => {
    inBackground(listeners.reloadAll(), 'could not load channel memberships');
    recheckAll(connections.values());
  });
  // Applied immediately, without loading the table: users who have left must not receive further messages.
  events.onEveryNode('channel-member:joined', ({channelId, userId}) =>
    listeners.channels.join(userId, channelId),
  );
  events.onEveryNode('channel-member:left', ({channelId, userId}) =>
    listeners.channels.leave(userId, channelId),
  );
  events.onEveryNode('direct-channel:created', ({channel, userIds}) => {
    for (const userId of userIds) listeners.channels.join(userId, channel.id);
  });
  events.onEveryNode('team-member:joined', ({teamId, userId}) => listeners.teams.join(userId, teamId));
  events.onEveryNode('team-member:left', ({teamId, userId}) => listeners.teams.leave(userId, teamId));
  events.onEveryNode('channel-standing:changed', ({channelId, userId}) =>
    inBackground(listeners.channels.reload(channelId, userId), 'could not load the members of a channel'),
  );
  events.onEveryNode('team-standing:changed', ({teamId, userId}) =>
    inBackground(listeners.teams.reload(teamId, userId), 'could not load the members of a team'),
  );

  return {
    /** Sends an event to its audience, in the order of calls. Each client receives consecutively numbered events. */
    announce(announcement: Announcement): void {
      const frameFor = framesOf(announcement);
      let sent = 0;
      for (const listener of audience(announcement.to)) {
        const frame = frameFor(listener);
        if (!frame) continue;
        for (const connection of listener.connections) {
          if (connection.id === announcement.omitConnection) continue;
          send(connection, frame);
          sent++;
        }
      }
      sentEvents.inc({event: announcement.event}, sent);
    },

    /** Sends pending events immediately, before a reply. */
    flush,

    /** Opens a connection, which starts with a `hello` event. Returns undefined if the socket has already closed. */
    async open(session: Session, token: string, transport: Transport): Promise<Connection | undefined> {
      let opened: Connection | undefined;
      const access = await accessOf(session);
      await listeners.ensure(session.userId, (listener) => {
        if (transport.socket.readyState !== transport.socket.OPEN) {
          if (listener.connections.size === 0) listeners.remove(listener);
          return;
        }
        if (listener.connections.size >= MAX_CONNECTIONS_PER_USER) closeOldest(listener);
        opened = createConnection(session, token);
        listener.connections.add(opened);
        connections.set(opened.id, opened);
        openSockets.inc();
        Object.assign(listener, access);
        // The session may have been revoked before this connection was registered for that event.
        inBackground(recheck(opened), 'could not check a session');
        connect(opened, transport, 0, Date.now());
        const data = {
          server_version: serverVersion(),
          connection_id: opened.id,
          server_hostname: hostname(),
        };
        const broadcast = {
          omit_users: null,
          user_id: session.userId,
          channel_id: '',
          team_id: '',
          connection_id: opened.id,
          omit_connection_id: '',
        };
        send(opened, createFrames('hello', data, broadcast)());
        reportPresence(listener);
      });
      return opened;
    },

    /**
     * Resumes a connection by sending event `sequence` and all later ones, if any. Returns undefined if the connection
     * is unknown or another user's, or if events are lost.
     */
    resume(
      session: Session,
      token: string,
      transport: Transport,
      {connectionId, sequence}: {connectionId: string; sequence: number},
    ): Connection | undefined {
      const connection = connections.get(connectionId);
      if (connection?.userId !== session.userId) return undefined;
      const now = Date.now();
      const isTooLate = connection.lostAt > 0 && now - connection.lostAt >= RESUME_WINDOW;
      if (isTooLate || !canResume(connection, sequence)) {
        closeConnection(connection, 'events lost');
        return undefined;
      }
      // The client may reconnect before the loss of its old socket is detected.
      connection.transport?.socket.terminate();
      disconnect(connection);
      connection.session = session;
      connection.token = token;
      openSockets.inc();
      connect(connection, transport, sequence, now);
      reportPresence(listeners.get(session.userId)!);
      return connection;
    },

    /** Must be called when the socket of a connection has closed. */
    closed(connection: Connection, transport: Transport): void {
      if (connection.transport === transport) disconnect(connection);
    },

    /** Sets whether the user is active, according to the client. */
    setActive(connection: Connection, active: boolean): void {
      connection.active = active;
      const listener = listeners.get(connection.userId);
      if (listener) reportPresence(listener);
    },

    /** Whether the user has a connection, including disconnected ones that can be resumed. */
    isListening: (userId: string) => listeners.get(userId) !== undefined,

    /** Whether the channels include one of a connected user. */
    shareChannel(channelIds: Iterable<string>, userId: string): boolean {
      const other = listeners.get(userId)?.channelIds;
      return other !== undefined && [...channelIds].some((id) => other.has(id));
    },

    /** Sends pings and closes expired connections. `now` is in milliseconds. */
    sweep(now: number): void {
      for (const connection of connections.values()) {
        const {transport, session} = connection;
        if (transport === undefined) {
          if (now - connection.lostAt >= RESUME_WINDOW) closeConnection(connection, 'away for too long');
          continue;
        }
        if (now - connection.lastSeenAt >= READ_DEADLINE) {
          cutOff.inc({reason: 'silent'});
          transport.socket.terminate();
          disconnect(connection);
        } else if (now - connection.pingedAt >= PING_INTERVAL) {
          connection.pingedAt = now;
          transport.socket.ping();
        }
        if (sessions.isExpired(session, now)) recheckAll([connection]);
      }
    },

    /** Closes all connections. */
    async close(): Promise<void> {
      const sockets = [...connections.values()].flatMap(({transport}) => transport?.socket ?? []);
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close(GOING_AWAY, 'the server is stopping');
      const timeout = setTimeout(() => {
        for (const socket of sockets) socket.terminate();
      }, CLOSE_TIMEOUT);
      await Promise.all(closed);
      clearTimeout(timeout);
    },
  };
}
