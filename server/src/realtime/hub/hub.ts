import type {WebSocket} from 'ws';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session, Sessions} from '../../messaging/sessions/sessions.ts';
import type {Statuses} from '../../messaging/statuses/statuses.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import {limitConcurrency} from '../../platform/concurrency/limit-concurrency.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Views} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import type {Announcement, Audience} from './announcement.ts';
import {type Connection, canResume, createConnection, flush, restart, type Transport} from './connection.ts';
import {createFrames, type Frame} from './frame.ts';
import type {Listener} from './listeners.ts';
import {createProgress} from './progress.ts';
import {createRecent} from './recent.ts';
import {createRegistry, RESUME_WINDOW} from './registry.ts';
import {createTakeovers, type ResumeRequest} from './takeover.ts';

export type {Announcement, Audience} from './announcement.ts';
export type {Connection, Transport} from './connection.ts';
export type {Listener} from './listeners.ts';

/** In milliseconds (docs/specification.md#websocket). */
const PING_INTERVAL = 60_000;
const READ_DEADLINE = 100_000;

/** Allows reading the public channels of a team without being in them. */
const READ_PUBLIC = 'read_public_channel';

/** The maximum number of sessions that are checked at the same time. */
const CONCURRENT_CHECKS = 16;
/**
 * The period over which clients start over after events were missed, in milliseconds, so that they don't all load their
 * data at the same time.
 */
const RESTART_WINDOW = 10_000;
/** How long clients have to close their connection when the server stops, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

// WebSocket close code (RFC 6455, section 7.4.1).
const GOING_AWAY = 1001;

export type Hub = ReturnType<typeof createHub>;

/** Manages connected clients and sends them events. */
export function createHub({
  cluster,
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
  cluster: Cluster;
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
  const registry = createRegistry({database, log, metrics, statuses});
  const {listeners, send} = registry;
  const progress = createProgress(cluster.bus);
  const recent = createRecent();
  const takeovers = createTakeovers({cluster, log, metrics, progress, registry, join});
  const oneCheck = limitConcurrency(CONCURRENT_CHECKS);

  const sentEvents = metrics.counter('websocket_events_total', 'Events sent to clients', ['event']);
  const resumes = metrics.counter('websocket_resumes_total', 'Attempts to resume a connection', ['outcome']);

  function inBackground(work: Promise<unknown>, what: string): void {
    work.catch((error) => log.warn({err: error}, what));
  }

  function openSockets(): WebSocket[] {
    return [...registry.all()].flatMap(({transport}) => transport?.socket ?? []);
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
  function createFramesFor({
    event,
    data,
    to,
    omitUsers = [],
    omitConnection = '',
    filter,
    personalize,
  }: Announcement) {
    const omitted = new Set(omitUsers);
    const target: {userId?: string; channelId?: string; teamId?: string} = to === 'everyone' ? {} : to;
    const broadcast = {
      omit_users: omitted.size > 0 ? Object.fromEntries([...omitted].map((id) => [id, true as const])) : null,
      user_id: target.userId ?? '',
      channel_id: target.channelId ?? '',
      team_id: target.teamId ?? '',
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

  /** Checks whether the session is still valid and updates the listener's permissions. */
  async function recheck(connection: Connection): Promise<void> {
    const session = await sessions.resolve(connection.token);
    if (session?.userId !== connection.userId) return registry.close(connection, 'session ended');
    connection.session = session;
    const access = await loadAccess(session);
    const listener = listeners.get(connection.userId);
    if (!listener) return;
    Object.assign(listener, access);
    const teamIds = [...listener.teamIds];
    const canReadPublicChannels = await Promise.all(
      teamIds.map((teamId) => permissions.can(session, READ_PUBLIC, {teamId})),
    );
    listener.openTeamIds = new Set(teamIds.filter((_, index) => canReadPublicChannels[index]));
  }

  /** The permissions that determine what the listener can see. */
  async function loadAccess(
    session: Session,
  ): Promise<Pick<Listener, 'isAdministrator' | 'isGuest' | 'readsAllTeams' | 'seesEveryone'>> {
    return {
      readsAllTeams: await permissions.can(session, READ_PUBLIC),
      isAdministrator: await permissions.can(session, 'manage_system'),
      isGuest: session.roles.includes('system_guest'),
      seesEveryone: (await visibility.limitedViewer(session)) === undefined,
    };
  }

  function recheckAll(all: Iterable<Connection>): void {
    for (const connection of all) {
      inBackground(
        oneCheck(() => recheck(connection)),
        'could not check a session',
      );
    }
  }

  events.onEveryNode('sessions:revoked', ({userId, sessionIds}) => {
    const all = registry.ofUser(userId);
    if (sessionIds === undefined) return recheckAll(all);
    for (const connection of all) {
      if (sessionIds.includes(connection.session.id)) registry.close(connection, 'session ended');
    }
  });
  events.onEveryNode('sessions:all-revoked', () => recheckAll(registry.all()));
  events.onEveryNode('role:changed', () => recheckAll(registry.all()));
  events.onEveryNode('users:changed', ({userIds}) => recheckAll(userIds.flatMap(registry.ofUser)));
  events.onEveryNode('user:activation-changed', ({userId, active}) => {
    if (!active)
      for (const connection of registry.ofUser(userId)) registry.close(connection, 'account deactivated');
  });
  events.onEveryNode('caches:stale', () => {
    inBackground(listeners.reloadAll(), 'could not load channel memberships');
    recheckAll(registry.all());
  });
  // Applied immediately, without reading the database, because users who left must not receive further messages.
  events.onEveryNode('channel-member:joined', ({channelId, userId}) =>
    listeners.channels.join(userId, channelId),
  );
  events.onEveryNode('channel-member:left', ({channelId, userId}) =>
    listeners.channels.leave(userId, channelId),
  );
  events.onEveryNode('direct-channel:created', ({channel, userIds}) => {
    for (const userId of userIds) listeners.channels.join(userId, channel.id);
  });
  events.onEveryNode('team-member:joined', ({teamId, userId}) => {
    listeners.teams.join(userId, teamId);
    recheckAll(registry.ofUser(userId));
  });
  events.onEveryNode('team-member:left', ({teamId, userId}) => listeners.teams.leave(userId, teamId));
  events.onEveryNode('channel-standing:changed', ({channelId, userId}) =>
    inBackground(listeners.channels.reload(channelId, userId), 'could not load the members of a channel'),
  );
  events.onEveryNode('team-standing:changed', ({teamId, userId}) =>
    inBackground(
      listeners.teams
        .reload(teamId, userId)
        .then(() => recheckAll(userId === undefined ? registry.all() : registry.ofUser(userId))),
      'could not load the members of a team',
    ),
  );

  function announce(announcement: Announcement, late?: {offset: number}): void {
    recent.add(announcement);
    const frameFor = createFramesFor(announcement);
    let sent = 0;
    for (const listener of audience(announcement.to)) {
      const frame = frameFor(listener);
      if (!frame) continue;
      for (const connection of listener.connections) {
        if (connection.id === announcement.omitConnection) continue;
        if (connection.held === undefined) send(connection, frame);
        else if (!announcement.isDispensable) {
          const offset = late?.offset ?? cluster.bus.offset();
          connection.held.push({frame, offset, isLate: late !== undefined});
        }
        sent++;
      }
    }
    sentEvents.inc({event: announcement.event}, sent);
  }

  function sendHello(connection: Connection, addition: object = {}): void {
    const data = {
      server_version: serverVersion(),
      connection_id: connection.id,
      server_hostname: cluster.node.hostname,
      ...addition,
    };
    const broadcast = {
      omit_users: null,
      user_id: connection.userId,
      channel_id: '',
      team_id: '',
      connection_id: connection.id,
      omit_connection_id: '',
    };
    send(connection, createFrames('hello', data, broadcast)());
  }

  /** Sends events starting at `sequence`, or a `hello` event if the connection is new. */
  function begin(connection: Connection, transport: Transport, sequence?: number, hello?: object): void {
    registry.add(connection);
    registry.attach(connection, transport, sequence ?? 0);
    // Rechecks the session, because it may have been revoked before this connection was registered.
    recheckAll([connection]);
    if (sequence === undefined) sendHello(connection, hello);
  }

  /** Adds a connection to its listener, and calls `joined` as soon as the listener's channels are loaded. */
  async function join(connection: Connection, joined: () => void = () => {}): Promise<void> {
    const access = await loadAccess(connection.session);
    await listeners.ensure(connection.userId, (listener) => {
      listener.connections.add(connection);
      Object.assign(listener, access);
      joined();
    });
  }

  /**
   * Starts a connection with the events of the last `millis` milliseconds after the `hello` event, which has their ages,
   * or null if some of them are unknown.
   */
  async function beginWithRecent(
    connection: Connection,
    transport: Transport,
    millis: number,
  ): Promise<void> {
    // Until the permissions are known, events are held. They are among the recent ones too.
    connection.held = [];
    await join(connection);
    await recheck(connection);
    const listener = listeners.get(connection.userId);
    if (isClosed(transport) || !listener?.connections.has(connection)) return registry.remove(connection);
    connection.held = undefined;
    const events = recent.last(millis, listener)?.flatMap(({announcement, age}) => {
      const frame = createFramesFor(announcement)(listener);
      return frame ? [{frame, age}] : [];
    });
    begin(connection, transport, undefined, {recent_event_ages: events?.map(({age}) => age) ?? null});
    for (const {frame} of events ?? []) send(connection, frame);
  }

  /** Resumes a connection of this node. */
  function resumeHere(
    session: Session,
    token: string,
    transport: Transport,
    {connectionId, sequence}: ResumeRequest,
  ): Connection | undefined {
    const connection = registry.get(connectionId);
    if (connection?.userId !== session.userId) return undefined;
    const isTooLate = connection.lostAt > 0 && Date.now() - connection.lostAt >= RESUME_WINDOW;
    if (isTooLate || !canResume(connection, sequence)) {
      registry.close(connection, 'events lost');
      return undefined;
    }
    // The client may reconnect before the server notices that its old socket was lost.
    connection.transport?.socket.terminate();
    registry.disconnect(connection);
    resumes.inc({outcome: connection.token === '' ? 'parked' : 'same node'});
    connection.session = session;
    connection.token = token;
    registry.attach(connection, transport, sequence);
    recheckAll([connection]);
    return connection;
  }

  /** Resumes a connection from another node, or starts a new one. */
  async function takeOverOrOpen(
    connection: Connection,
    transport: Transport,
    request: ResumeRequest,
  ): Promise<void> {
    connection.id = request.connectionId;
    connection.held = [];
    await join(connection);
    const from = await takeovers.takeOver(connection, request);
    resumes.inc({outcome: from ?? 'lost'});
    if (from) return begin(connection, transport, request.sequence);
    if (isClosed(transport)) return registry.remove(connection);
    restart(connection);
    begin(connection, transport);
  }

  // Events were missed. Clients receive a new `hello` event and load their data again.
  cluster.onNewEpoch(() => {
    for (const connection of registry.all()) {
      connection.isBroken = true;
      if (!connection.transport) registry.close(connection, 'events lost');
      else setTimeout(() => startOver(connection), Math.random() * RESTART_WINDOW).unref();
    }
  });

  function startOver(connection: Connection): void {
    if (registry.get(connection.id) !== connection || !connection.isBroken) return;
    if (connection.transport) {
      registry.rename(connection, () => restart(connection));
      sendHello(connection);
    } else {
      registry.close(connection, 'events lost');
    }
  }

  return {
    /** Sends an event to its audience, in the order of calls. Each client receives consecutively numbered events. */
    announce: (announcement: Announcement): void => announce(announcement),

    /** Announces what `prepare` returns, if anything, at the position of the current event. Errors are logged. */
    announceLater(prepare: () => Promise<Announcement | undefined>, what: string): void {
      progress.later(async (offset) => {
        try {
          const announcement = await prepare();
          if (announcement) announce(announcement, {offset});
        } catch (error) {
          log.warn({err: error}, `could not announce ${what}`);
        }
      });
    },

    /** Sends pending events immediately. Call this before sending a response. */
    flush,

    /**
     * Resumes the wanted connection, from any node, by sending the events starting at `sequence`. Opens a new
     * connection, which starts with a `hello` event, if none is wanted, if the wanted one is unknown or belongs to
     * another user, or if events were lost. With `recentMillis`, a new connection also gets the events of the last
     * milliseconds. Returns undefined if the socket has already closed.
     */
    async connect(
      session: Session,
      token: string,
      transport: Transport,
      request: ResumeRequest | undefined,
      recentMillis?: number,
    ): Promise<Connection | undefined> {
      if (request) {
        const earlier = takeovers.settled(request.connectionId);
        if (earlier) await earlier;
        const resumed = resumeHere(session, token, transport, request);
        if (resumed) return resumed;
      }
      if (isClosed(transport)) return undefined;
      const connection = createConnection(session, token);
      if (request && cluster.nodes().length > 1) {
        await takeOverOrOpen(connection, transport, request);
        return connection;
      }
      if (request) resumes.inc({outcome: 'lost'});
      if (recentMillis !== undefined) {
        await beginWithRecent(connection, transport, recentMillis);
        return connection;
      }
      await join(connection, () => {
        if (isClosed(transport)) registry.remove(connection);
        else begin(connection, transport);
      });
      return connection;
    },

    /** Call this when the socket of a connection has closed. */
    closed(connection: Connection, transport: Transport): void {
      if (connection.transport === transport) registry.disconnect(connection);
    },

    /** Sets whether the user is active, as reported by the client. */
    setActive(connection: Connection, active: boolean): void {
      connection.active = active;
      const listener = listeners.get(connection.userId);
      if (listener) registry.reportPresence(listener);
    },

    /** Whether the user has a connection, including disconnected connections that can be resumed. */
    isListening: (userId: string) => listeners.get(userId) !== undefined,

    /** Call this instead of announcing an event to a user who isn't listening, if the event is costly to prepare. */
    skip: (userId: string): void => recent.addUnknown({userId}),

    /** The channels of a user, for listeners who see only users in their own channels. */
    channelsOf: (userId: string): Promise<ReadonlySet<string>> => listeners.channelsOf(userId),

    /** Sends pings and closes expired connections. `now` is in milliseconds. */
    sweep(now: number): void {
      for (const connection of registry.all()) {
        const {transport, session} = connection;
        if (transport === undefined) {
          if (now - connection.lostAt >= RESUME_WINDOW) registry.close(connection, 'away for too long');
          continue;
        }
        if (now - connection.lastSeenAt >= READ_DEADLINE) {
          registry.disconnectSilent(connection);
        } else if (now - connection.pingedAt >= PING_INTERVAL) {
          connection.pingedAt = now;
          transport.socket.ping();
        }
        if (sessions.isExpired(session, now)) recheckAll([connection]);
      }
    },

    /** The number of open sockets. */
    socketCount: (): number => openSockets().length,

    /** Closes this many sockets. Their clients can resume the connections. */
    closeSockets(count: number): void {
      for (const socket of openSockets().slice(0, count)) socket.close(GOING_AWAY, 'the server is stopping');
    },

    /** Hands over the connections of disconnected clients to other nodes. */
    park: () => takeovers.park(),

    /** Closes all sockets. Clients have a second to confirm this. */
    async close(): Promise<void> {
      const sockets = openSockets();
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

function isClosed({socket}: Transport): boolean {
  return socket.readyState !== socket.OPEN;
}
