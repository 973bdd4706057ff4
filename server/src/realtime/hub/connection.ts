import type {Duplex} from 'node:stream';
import type {WebSocket} from 'ws';
import type {Session} from '../../messaging/sessions/sessions.ts';
import {newId} from '../../platform/database/ids.ts';
import {type Frame, withSequence} from './frame.ts';

/** The number of recent events that are kept for reconnecting clients (docs/specification.md#websocket). */
const BUFFERED_EVENTS = 128;

/** A socket and its underlying network stream. */
export interface Transport {
  socket: WebSocket;
  stream: Duplex;
}

/** An event for a connection whose earlier events are still on another node. */
interface HeldFrame {
  frame: Frame;
  /** The position in the stream that all nodes share. */
  offset: number;
  /** Whether the event was announced later than its position (`announceLater`). */
  isLate: boolean;
}

/** A client's sequence of numbered events. It can continue on another socket after the client reconnects. */
export interface Connection {
  /** Changes if events were lost and the client must start over. */
  id: string;
  readonly userId: string;
  /** Replaced when the account or the session changes. */
  session: Session;
  /**
   * The session's token, to check later whether the session is still valid. Empty for a connection that another node
   * parked here.
   */
  token: string;
  /** Undefined while the client is disconnected. */
  transport: Transport | undefined;
  /** The number of the next event. */
  next: number;
  /** The number of the first event that this node has for the connection. */
  first: number;
  /** The number of the next event to send to the socket. */
  unsent: number;
  /** The latest events; event n is at n modulo {@link BUFFERED_EVENTS}. */
  readonly buffer: Frame[];
  /**
   * Events that arrived while this node takes over the connection from another one. Undefined once it has the earlier
   * events.
   */
  held: HeldFrame[] | undefined;
  /** Whether events were lost, so that the client must start over. */
  isBroken: boolean;
  /** Whether the user is active, as reported by the client. */
  active: boolean;
  /** When the client last sent a message or pong, and when it was last pinged. In milliseconds since the epoch. */
  lastSeenAt: number;
  pingedAt: number;
  /** When the socket was lost, in milliseconds since the epoch; 0 while connected. */
  lostAt: number;
  /** Whether a {@link flush} is scheduled. */
  isFlushScheduled: boolean;
}

export function createConnection(session: Session, token: string): Connection {
  return {
    id: newId(),
    userId: session.userId,
    session,
    token,
    transport: undefined,
    next: 0,
    first: 0,
    unsent: 0,
    buffer: [],
    held: undefined,
    isBroken: false,
    active: true,
    lastSeenAt: 0,
    pingedAt: 0,
    lostAt: 0,
    isFlushScheduled: false,
  };
}

/**
 * Adds an event for the next {@link flush}. Returns false if the client is so slow that an unsent event was
 * overwritten. The client must be disconnected then.
 */
export function append(connection: Connection, frame: Frame): boolean {
  if (connection.next - connection.unsent >= BUFFERED_EVENTS) flush(connection);
  const fits = connection.transport === undefined || connection.next - connection.unsent < BUFFERED_EVENTS;
  connection.buffer[connection.next % BUFFERED_EVENTS] = frame;
  connection.next++;
  return fits;
}

/** Whether all events starting at `sequence` are available. */
export function canResume(connection: Connection, sequence: number): boolean {
  return !connection.isBroken && sequence <= connection.next && sequence >= firstAvailable(connection);
}

/** The number of the oldest event that is still available. */
export function firstAvailable({first, next}: Connection): number {
  return Math.max(first, next - BUFFERED_EVENTS);
}

/** The events starting at `sequence`, which must be available. */
export function framesFrom({buffer, next}: Connection, sequence: number): Frame[] {
  const frames: Frame[] = [];
  for (let number = sequence; number < next; number++) frames.push(buffer[number % BUFFERED_EVENTS]!);
  return frames;
}

/** Replaces all events with these. The next event has the number `next`. */
export function replaceFrames(connection: Connection, frames: readonly Frame[], next: number): void {
  connection.first = next - frames.length;
  connection.next = connection.first;
  connection.unsent = connection.first;
  for (const frame of frames) append(connection, frame);
}

/** Drops all events and changes the id, so that the client starts over with the next event. */
export function restart(connection: Connection): void {
  connection.id = newId();
  connection.held = undefined;
  connection.isBroken = false;
  replaceFrames(connection, [], 0);
}

/** Attaches a socket and sends the events starting at `sequence`. */
export function connect(connection: Connection, transport: Transport, sequence: number, now: number): void {
  connection.transport = transport;
  connection.unsent = sequence;
  connection.lastSeenAt = now;
  connection.pingedAt = now;
  connection.lostAt = 0;
  transport.stream.on('drain', () => {
    if (connection.transport === transport) flush(connection);
  });
  flush(connection);
}

/**
 * Sends pending events in one batch until the stream's buffer is full. Further events wait in frames that all listeners
 * share, so a slow client uses no more memory than its stream's buffer.
 */
export function flush(connection: Connection): void {
  const {transport, buffer} = connection;
  if (transport === undefined || connection.unsent === connection.next) return;
  transport.stream.cork();
  while (connection.unsent < connection.next && !transport.stream.writableNeedDrain) {
    const sequence = connection.unsent++;
    transport.socket.send(withSequence(buffer[sequence % BUFFERED_EVENTS]!, sequence), {binary: false});
  }
  transport.stream.uncork();
}
