import {hostname} from 'node:os';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session, Sessions} from '../../messaging/sessions/sessions.ts';
import type {Statuses} from '../../messaging/statuses/statuses.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {
  append,
  type Connection,
  canResume,
  connect,
  createConnection,
  flush,
  type Wire,
} from './connection.ts';
import {createFrames, type Frame} from './frame.ts';
import {createListeners, type Listener} from './listeners.ts';

export type {Connection, Wire} from './connection.ts';
export type {Listener} from './listeners.ts';

/**
 * Who hears of something: members of a channel or a team, one user, or everybody. With a user, `channelId` and
 * `teamId` only say what it is about.
 */
export type Audience =
  | {channelId: string}
  | {teamId: string}
  | {userId: string; channelId?: string; teamId?: string}
  | 'everyone';

/** Something that clients are told. */
export interface Announcement {
  event: string;
  /** Plain JSON. */
  data: Record<string, unknown>;
  to: Audience;
  /** Ids of users of the audience who do not hear of it. */
  omitUsers?: readonly string[];
  /** Id of the connection that does not hear of it, because its client did it. */
  omitConnection?: string;
  /** Whether this listener of the audience hears of it at all. */
  hears?: (listener: Listener) => boolean;
  /** What this listener is told beyond `data`; undefined for nothing. One object makes one frame. */
  inPerson?: (listener: Listener) => Record<string, unknown> | undefined;
}

/** Milliseconds (docs/specification.md#websocket). */
const PING_INTERVAL = 60_000;
const READ_DEADLINE = 100_000;
const LOST_CONNECTION_KEPT = 5 * 60_000;

/** Connections of one user, those that may come back included; with one more, the oldest ends. */
const MAX_CONNECTIONS_PER_USER = 100;
/** Milliseconds for which events are handed out before requests get their turn again. */
const TIME_SLICE = 10;
/** Milliseconds that clients have to take their leave when the server stops. */
const FAREWELL = 1000;

/** Why a socket was closed by the server (RFC 6455, section 7.4.1). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export type Hub = ReturnType<typeof createHub>;

/** All clients that listen, and the one way to tell them something. */
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
  events: EventBus;
  log: Logger;
  metrics: Metrics;
  permissions: Permissions;
  sessions: Sessions;
  statuses: Statuses;
  visibility: Visibility;
  /** What `hello` says of the server's version. */
  serverVersion: () => string;
}) {
  const listeners = createListeners(database);
  const connections = new Map<string, Connection>();
  /** Connections that have events to be given to the network. */
  let unflushed: Connection[] = [];
  let flushing = false;

  const openSockets = metrics.gauge('websocket_connections', 'WebSocket connections that are open');
  const sentEvents = metrics.counter('websocket_events_total', 'Events told to clients', ['event']);
  const cutOff = metrics.counter('websocket_cut_off_total', 'Sockets that the server closed', ['reason']);

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

  /** Makes the frames of an announcement, each once. */
  function framesOf({event, data, to, omitUsers = [], omitConnection = '', hears, inPerson}: Announcement) {
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
      if (omitted.has(listener.userId) || (hears && !hears(listener))) return undefined;
      const addition = inPerson?.(listener);
      let frame = frames.get(addition);
      if (!frame) {
        frame = frameWith(addition);
        frames.set(addition, frame);
      }
      return frame;
    };
  }

  function tell(connection: Connection, frame: Frame): void {
    if (!append(connection, frame)) {
      cutOff.inc({reason: 'slow'});
      connection.wire?.socket.terminate();
      lose(connection);
    } else if (connection.wire && !connection.awaitsFlush) {
      connection.awaitsFlush = true;
      unflushed.push(connection);
      if (!flushing) setImmediate(flushAll);
      flushing = true;
    }
  }

  // What is told in one turn of the event loop goes out together: a call of the system for every event of every
  // listener is by far the dearest part of all this. In slices of time, because a channel with very many listeners
  // must not hold up the requests of everybody else.
  function flushAll(): void {
    const end = performance.now() + TIME_SLICE;
    let count = 0;
    while (count < unflushed.length && (count % 16 !== 0 || performance.now() < end)) {
      const connection = unflushed[count++]!;
      connection.awaitsFlush = false;
      flush(connection);
    }
    unflushed = unflushed.slice(count);
    flushing = unflushed.length > 0;
    if (flushing) setImmediate(flushAll);
  }

  function reportPresence({userId, connections: all}: Listener): void {
    const live = [...all].filter((connection) => connection.wire !== undefined);
    inBackground(
      statuses.presenceChanged(userId, {
        connections: live.length,
        active: live.filter((connection) => connection.active).length,
      }),
      'could not follow who is connected',
    );
  }

  /** The client is gone, and may come back for what it misses. */
  function lose(connection: Connection): void {
    if (connection.wire === undefined) return;
    connection.wire = undefined;
    connection.lostAt = Date.now();
    openSockets.dec();
    const listener = listeners.get(connection.userId);
    if (listener?.connections.has(connection)) reportPresence(listener);
  }

  /** Ends a connection for good. */
  function end(connection: Connection, reason: string): void {
    if (!connections.delete(connection.id)) return;
    const listener = listeners.get(connection.userId)!;
    listener.connections.delete(connection);
    if (connection.wire) {
      cutOff.inc({reason});
      connection.wire.socket.close(POLICY_VIOLATION, reason);
      lose(connection);
      reportPresence(listener);
    }
    if (listener.connections.size === 0) listeners.forget(listener);
  }

  function endOldest(listener: Listener): void {
    const all = [...listener.connections];
    end(all.find((connection) => connection.wire === undefined) ?? all[0]!, 'too many connections');
  }

  /** Asks whether the session still holds, and what the account may do now. */
  async function recheck(connection: Connection): Promise<void> {
    const session = await sessions.resolve(connection.token);
    if (session?.userId !== connection.userId) return end(connection, 'session ended');
    connection.session = session;
    const sight = await sightOf(session);
    const listener = listeners.get(connection.userId);
    if (listener) Object.assign(listener, sight);
  }

  /** What the account may see now, for its listener. */
  async function sightOf(
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

  events.subscribe('sessions:revoked', ({userId, sessionIds}) => {
    const all = connectionsOf(userId);
    if (sessionIds === undefined) return recheckAll(all);
    for (const connection of all) {
      if (sessionIds.includes(connection.session.id)) end(connection, 'session ended');
    }
  });
  events.subscribe('sessions:all-revoked', () => recheckAll(connections.values()));
  events.subscribe('role:changed', () => recheckAll(connections.values()));
  events.subscribe('users:changed', ({userIds}) => recheckAll(userIds.flatMap(connectionsOf)));
  events.subscribe('user:activation-changed', ({userId, active}) => {
    if (!active) for (const connection of connectionsOf(userId)) end(connection, 'account deactivated');
  });
  events.subscribe('caches:stale', () => {
    inBackground(listeners.reloadAll(), 'could not read who is in which channel');
    recheckAll(connections.values());
  });
  // At once and not when the table has been read: whoever has left must not hear the next word.
  events.subscribe('channel-member:joined', ({channelId, userId}) =>
    listeners.channels.join(userId, channelId),
  );
  events.subscribe('channel-member:left', ({channelId, userId}) =>
    listeners.channels.leave(userId, channelId),
  );
  events.subscribe('direct-channel:created', ({channel, userIds}) => {
    for (const userId of userIds) listeners.channels.join(userId, channel.id);
  });
  events.subscribe('team-member:joined', ({teamId, userId}) => listeners.teams.join(userId, teamId));
  events.subscribe('team-member:left', ({teamId, userId}) => listeners.teams.leave(userId, teamId));
  events.subscribe('channel-standing:changed', ({channelId, userId}) =>
    inBackground(listeners.channels.reload(channelId, userId), 'could not read who is in a channel'),
  );
  events.subscribe('team-standing:changed', ({teamId, userId}) =>
    inBackground(listeners.teams.reload(teamId, userId), 'could not read who is in a team'),
  );

  return {
    /** Tells the audience, in the order of the calls. Each client gets its events with consecutive numbers. */
    announce(announcement: Announcement): void {
      const frameFor = framesOf(announcement);
      let told = 0;
      for (const listener of audience(announcement.to)) {
        const frame = frameFor(listener);
        if (!frame) continue;
        for (const connection of listener.connections) {
          if (connection.id === announcement.omitConnection) continue;
          tell(connection, frame);
          told++;
        }
      }
      sentEvents.inc({event: announcement.event}, told);
    },

    /** Has a client hear at once what it is to hear: before it is answered. */
    flush,

    /** Begins to tell a client; `hello` is the first that it hears. Undefined if it is gone already. */
    async open(session: Session, token: string, wire: Wire): Promise<Connection | undefined> {
      let opened: Connection | undefined;
      const sight = await sightOf(session);
      await listeners.ensure(session.userId, (listener) => {
        if (wire.socket.readyState !== wire.socket.OPEN) {
          if (listener.connections.size === 0) listeners.forget(listener);
          return;
        }
        if (listener.connections.size >= MAX_CONNECTIONS_PER_USER) endOldest(listener);
        opened = createConnection(session, token);
        listener.connections.add(opened);
        connections.set(opened.id, opened);
        openSockets.inc();
        Object.assign(listener, sight);
        // The session may have ended since it was read; what announced that did not know of this connection.
        inBackground(recheck(opened), 'could not check a session');
        connect(opened, wire, 0, Date.now());
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
        tell(opened, createFrames('hello', data, broadcast)());
        reportPresence(listener);
      });
      return opened;
    },

    /**
     * Takes a connection up again where the client left off: it is sent event `sequence` and all that came after,
     * which may be nothing. Undefined if the connection is unknown, another user's, or if events are lost for good.
     */
    resume(
      session: Session,
      token: string,
      wire: Wire,
      {connectionId, sequence}: {connectionId: string; sequence: number},
    ): Connection | undefined {
      const connection = connections.get(connectionId);
      if (connection?.userId !== session.userId) return undefined;
      const now = Date.now();
      const isForgotten = connection.lostAt > 0 && now - connection.lostAt >= LOST_CONNECTION_KEPT;
      if (isForgotten || !canResume(connection, sequence)) {
        end(connection, 'events lost');
        return undefined;
      }
      // A network may vanish without a word, and the client is back before its old socket is missed.
      connection.wire?.socket.terminate();
      lose(connection);
      connection.session = session;
      connection.token = token;
      openSockets.inc();
      connect(connection, wire, sequence, now);
      reportPresence(listeners.get(session.userId)!);
      return connection;
    },

    /** The socket of this connection has closed. */
    closed(connection: Connection, wire: Wire): void {
      if (connection.wire === wire) lose(connection);
    },

    /** The client says whether the person is doing something. */
    setActive(connection: Connection, active: boolean): void {
      connection.active = active;
      const listener = listeners.get(connection.userId);
      if (listener) reportPresence(listener);
    },

    /** Whether the user has a client that listens, or may come back for what it misses. */
    isListening: (userId: string) => listeners.get(userId) !== undefined,

    /** Whether two users, the second of them connected, are in a channel together. */
    shareChannel(channelIds: Iterable<string>, userId: string): boolean {
      const other = listeners.get(userId)?.channelIds;
      return other !== undefined && [...channelIds].some((id) => other.has(id));
    },

    /** Lets time pass, `now` in milliseconds: asks for signs of life, and ends what is over. */
    sweep(now: number): void {
      for (const connection of connections.values()) {
        const {wire, session} = connection;
        if (wire === undefined) {
          if (now - connection.lostAt >= LOST_CONNECTION_KEPT) end(connection, 'away for too long');
          continue;
        }
        if (now - connection.heardAt >= READ_DEADLINE) {
          cutOff.inc({reason: 'silent'});
          wire.socket.terminate();
          lose(connection);
        } else if (now - connection.pingedAt >= PING_INTERVAL) {
          connection.pingedAt = now;
          wire.socket.ping();
        }
        if (sessions.isExpired(session, now)) recheckAll([connection]);
      }
    },

    /** Takes leave of everybody. */
    async close(): Promise<void> {
      const sockets = [...connections.values()].flatMap(({wire}) => wire?.socket ?? []);
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close(GOING_AWAY, 'the server is stopping');
      const impatience = setTimeout(() => {
        for (const socket of sockets) socket.terminate();
      }, FAREWELL);
      await Promise.all(closed);
      clearTimeout(impatience);
    },
  };
}
